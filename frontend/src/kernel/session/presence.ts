// Whether a person is there. Sessions of staff end when nobody has used them for a while; what counts is what the
// person does in a page, not what the page asks the server by itself. Nothing is kept of it but the time.
import { useSyncExternalStore } from 'react';
import { noteActivity } from '~/domain/session';

const DONE_BY_PERSONS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
/** How soon an end is seen, and what was done is passed on. */
const LOOKS_EVERY_MILLISECONDS = 10_000;
/** How long before its end a session is about to end. */
const ABOUT_TO_END_MILLISECONDS = 120_000;

/** A session that is about to end. */
interface Ending {
  endsAt: number;
  /** Its person is there: it ends although it is used. */
  used: boolean;
}

let ending: Ending | undefined;
const listeners = new Set<() => void>();

function tell(next: Ending | undefined): void {
  if (ending?.endsAt === next?.endsAt && ending?.used === next?.used) return;
  ending = next;
  for (const listener of listeners) listener();
}

/** The end of the session, from two minutes before it. */
export function useSessionEnding(): Ending | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    () => ending,
  );
}

/** Passes on when the person did something last, then calls `look`, over and over; answers what stops it. */
export function watchPresence(look: () => void): () => void {
  // Somebody has opened the page.
  let last = Date.now();
  let stopped = false;
  const passOn = () => {
    noteActivity(last).then(
      (endsAt) => {
        const left = endsAt - Date.now();
        const isAboutToEnd = !stopped && left > 0 && left <= ABOUT_TO_END_MILLISECONDS;
        tell(
          isAboutToEnd ? { endsAt, used: Date.now() - last < LOOKS_EVERY_MILLISECONDS } : undefined,
        );
      },
      // Whatever goes wrong here is seen by the next call that somebody waits for.
      () => undefined,
    );
  };
  const done = () => {
    last = Date.now();
    // Whoever comes back to a session that is about to end has it renewed at once.
    if (ending && !ending.used) passOn();
  };
  const told = new AbortController();
  for (const event of DONE_BY_PERSONS) {
    window.addEventListener(event, done, { capture: true, passive: true, signal: told.signal });
  }
  const timer = setInterval(() => {
    passOn();
    look();
  }, LOOKS_EVERY_MILLISECONDS);
  return () => {
    stopped = true;
    tell(undefined);
    told.abort();
    clearInterval(timer);
  };
}
