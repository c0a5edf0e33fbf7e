// A filter that is typed: it reaches the address once the fingers rest, and follows the address where that
// changes by Back or by clearing the filters.
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';

const TYPING_PAUSE = 300;

interface Typed {
  text: string;
  /** `held` texts wait for `done`: half a date is nothing to search for. */
  type: (text: string, held?: boolean) => void;
  /** The reader has left the field or confirmed it, with this text where that is another one. */
  done: (text?: string) => void;
}

export function useTyped(inAddress: string, send: (text: string) => void): Typed {
  const [typed, setTyped] = useState<string>();
  const [seen, setSeen] = useState(inAddress);
  // What is on its way into the address; a letter typed meanwhile must not be overwritten by it.
  const [sent, setSent] = useState<readonly string[]>([]);
  const latest = sent.at(-1) ?? inAddress;
  const sendNow = (entered = typed) => {
    const text = entered?.trim();
    if (text === undefined || text === latest) return;
    setSent([...sent, text]);
    send(text);
  };
  const pause = useTimeout(() => {
    sendNow();
  }, TYPING_PAUSE);
  if (inAddress !== seen) {
    setSeen(inAddress);
    const at = sent.indexOf(inAddress);
    setSent(sent.slice(at + 1));
    if (at < 0) {
      setSent([]);
      setTyped(undefined);
    }
  }
  return {
    text: typed ?? inAddress,
    type: (text, held = false) => {
      setTyped(text);
      pause.clear();
      if (!held) pause.start();
    },
    done: (text) => {
      pause.clear();
      if (text !== undefined) setTyped(text);
      sendNow(text);
    },
  };
}
