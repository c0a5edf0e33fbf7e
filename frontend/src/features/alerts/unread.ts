// Follows the number of unread alerts: with the server's stream or, if that is unavailable, by
// polling. A hidden tab does neither.
import type { QueryClient } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { listenForAlerts } from '~/domain/alerts';
import { ALERTS, UNREAD } from '~/kernel/alerts/read-alerts';

/**
 * After this many consecutive failures the stream is abandoned for a while. A stream that ends
 * without an event counts as a failure.
 */
const FAILURES = 2;
const POLL_EVERY = 60_000;
const PAUSE = 2_000;
/** After this many polls the stream is tried again: the cause may be gone. */
const POLLS = 5;

/** Follows until the returned function is called. */
export function followUnread(queryClient: QueryClient): () => void {
  let current: AbortController | undefined;
  const isSeen = () => document.visibilityState === 'visible';
  const begin = () => {
    if (current || !isSeen()) return;
    current = new AbortController();
    void follow(queryClient, current.signal);
  };
  const end = () => {
    current?.abort();
    current = undefined;
  };
  const onVisibility = () => {
    if (isSeen()) begin();
    else end();
  };
  document.addEventListener('visibilitychange', onVisibility);
  begin();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    end();
  };
}

async function follow(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  const told = (unread: number) => {
    queryClient.setQueryData(UNREAD, unread);
    // An equal count may hide other alerts: one was added and one was read, or the count is capped.
    void queryClient.invalidateQueries({ queryKey: ALERTS });
  };
  let failures = 0;
  while (!signal.aborted) {
    failures += 1;
    try {
      await listenForAlerts((unread) => {
        failures = 0;
        told(unread);
      }, signal);
    } catch {
      // Counts as a failure only if the stream has delivered no event.
    }
    const givenUp = failures >= FAILURES;
    for (let polls = 0; givenUp && polls < POLLS; polls++) {
      if (isOver(signal)) return;
      try {
        const { unreadCount } = await call('ListAlerts', { query: { pageSize: 1 } }, signal);
        told(unreadCount);
      } catch {
        // The next poll may succeed.
      }
      await rest(spread(POLL_EVERY), signal);
    }
    // One attempt. If it fails, polling continues.
    if (givenUp) failures = FAILURES - 1;
    else await rest(spread(PAUSE), signal);
  }
}

/**
 * Adds up to half the time as jitter, so that consoles which lose a server at once do not all
 * return at once.
 */
function spread(milliseconds: number): number {
  return milliseconds * (1 + Math.random() / 2);
}

function isOver({ aborted }: AbortSignal): boolean {
  return aborted;
}

function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}
