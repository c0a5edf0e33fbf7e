// Tracks whether the user is active. Staff sessions end after a period without activity. Activity
// means input on a page, not the page's background requests. Only the time is recorded.
import { useSyncExternalStore } from 'react';
import { noteActivity } from '~/domain/session';

const DONE_BY_PERSONS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
/** Interval for detecting the end of the session and reporting activity. */
const LOOKS_EVERY_MILLISECONDS = 10_000;
/** How long before its end a session counts as ending. */
const ABOUT_TO_END_MILLISECONDS = 120_000;

/** A session that is about to end. */
interface SessionEnd {
  endsAt: number;
  /** The session ends although the user is active. */
  used: boolean;
}

let ending: SessionEnd | undefined;
const listeners = new Set<() => void>();

function setEnding(next: SessionEnd | undefined): void {
  if (ending?.endsAt === next?.endsAt && ending?.used === next?.used) return;
  ending = next;
  for (const listener of listeners) listener();
}

/** Returns the end of the session, from two minutes before it. */
export function useSessionEnding(): SessionEnd | undefined {
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

/**
 * Reports the last activity and calls `look` every ten seconds. Returns a function that stops it.
 */
export function watchPresence(look: () => void): () => void {
  // Opening the page counts as activity.
  let last = Date.now();
  let stopped = false;
  const passOn = () => {
    noteActivity(last).then(
      (endsAt) => {
        const left = endsAt - Date.now();
        const isAboutToEnd = !stopped && left > 0 && left <= ABOUT_TO_END_MILLISECONDS;
        setEnding(
          isAboutToEnd ? { endsAt, used: Date.now() - last < LOOKS_EVERY_MILLISECONDS } : undefined,
        );
      },
      // A failure here shows in the next call that the user waits for.
      () => undefined,
    );
  };
  const done = () => {
    const before = last;
    last = Date.now();
    // Activity in an ending session renews it at once. After a pause, or after the clock was set,
    // the next call must not report the user as idle.
    if ((ending && !ending.used) || last - before > LOOKS_EVERY_MILLISECONDS) passOn();
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
    setEnding(undefined);
    told.abort();
    clearInterval(timer);
  };
}
