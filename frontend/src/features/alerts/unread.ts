// Follows how many alerts are unread: by the server's stream, and by asking now and then where the stream cannot be had. A
// tab that nobody sees neither listens nor asks.
import type { QueryClient } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { listenForAlerts } from '~/domain/alerts';
import { ALERTS, UNREAD } from '~/kernel/alerts/read-alerts';

/** After so many failures in a row the stream is given up for a while; one that has told nothing has failed. */
const FAILURES = 2;
const POLL_EVERY = 60_000;
const PAUSE = 2_000;
/** Behind so many questions the stream is tried again: what refused it may have changed. */
const POLLS = 5;

/** Follows until it is stopped. */
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
    // It may be other alerts though it is as many: one came and one was read, or there are more than are counted.
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
      // It may have told something before: then it is asked for again.
    }
    const givenUp = failures >= FAILURES;
    for (let polls = 0; givenUp && polls < POLLS; polls++) {
      if (isOver(signal)) return;
      try {
        const { unreadCount } = await call('ListAlerts', { query: { pageSize: 1 } }, signal);
        told(unreadCount);
      } catch {
        // The next question may be answered.
      }
      await rest(spread(POLL_EVERY), signal);
    }
    // Once more, and if that fails the questions go on.
    if (givenUp) failures = FAILURES - 1;
    else await rest(spread(PAUSE), signal);
  }
}

/** Up to half as long again: many consoles that lose a server at once do not come back at once. */
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
