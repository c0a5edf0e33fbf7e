// Whether a person is there. Sessions of staff end when nobody has used them for a while; what counts is what the
// person does in a page, not what the page asks the server by itself. Nothing is kept of it but the time.
import { noteActivity } from '~/domain/session';

const DONE_BY_PERSONS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
/** How soon an end is seen, and what was done is passed on. */
const LOOKS_EVERY_MILLISECONDS = 10_000;

/** Passes on when the person did something last, then calls `look`, over and over; answers what stops it. */
export function watchPresence(look: () => void): () => void {
  // Somebody has opened the page.
  let last = Date.now();
  const done = () => {
    last = Date.now();
  };
  const told = new AbortController();
  for (const event of DONE_BY_PERSONS) {
    window.addEventListener(event, done, { capture: true, passive: true, signal: told.signal });
  }
  const timer = setInterval(() => {
    // Whatever goes wrong here is seen by the next call that somebody waits for.
    noteActivity(last).catch(() => undefined);
    look();
  }, LOOKS_EVERY_MILLISECONDS);
  return () => {
    told.abort();
    clearInterval(timer);
  };
}
