// A typed filter. It updates the address after a debounce, and follows the address when Back or
// clearing the filters changes it.
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';

const TYPING_PAUSE = 300;

interface Typed {
  text: string;
  /** `held` texts wait for `done`: an incomplete date is not searched for. */
  type: (text: string, held?: boolean) => void;
  /** Called when the user leaves the field or confirms it, with its final text if that differs. */
  done: (text?: string) => void;
}

export function useTyped(inAddress: string, send: (text: string) => void): Typed {
  const [typed, setTyped] = useState<string>();
  const [seen, setSeen] = useState(inAddress);
  // Texts on their way into the address. They must not overwrite letters typed in the meantime.
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
