// Reads again by itself what could not be read: when the network or the server is back, when the
// server has said that it may be asked again, or after a pause that grows.
import type { Query, QueryClient } from '@tanstack/react-query';
import { isUnoError } from '~/domain/client';
import { isServerThere } from '~/kernel/code/code-failure';
import { isOffline } from '~/kernel/errors/error-text';
import { mayRefetch } from './may-refetch';

const FIRST_PAUSE = 5000;
const LONGEST_PAUSE = 60_000;
const TOO_MANY = 429;
const FAILED = 500;

/** Returns whether the same request may succeed later. */
function mayPass(error: unknown): boolean {
  if (isOffline(error)) return true;
  return isUnoError(error) && (error.status === TOO_MANY || error.status >= FAILED);
}

/** A query that is shown and failed. What an open form has loaded must not change under it. */
function isLacking(query: Query): boolean {
  const { status, data, fetchStatus } = query.state;
  const isRead = status === 'error' && fetchStatus === 'idle' && query.isActive();
  return isRead && (data === undefined || mayRefetch(query));
}

/** Returns a function that stops it. */
export function retryFailed(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  const failures = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const plan = (query: Query, error: unknown) => {
    const { queryHash } = query;
    const count = failures.get(queryHash) ?? 0;
    const told = isUnoError(error) ? error.retryAfter : undefined;
    const pause = Math.min(FIRST_PAUSE * 2 ** count, LONGEST_PAUSE);
    clearTimeout(timers.get(queryHash));
    timers.set(
      queryHash,
      setTimeout(
        () => {
          void retry(query, error);
        },
        told === undefined ? pause : told * 1000,
      ),
    );
  };
  const retry = async (query: Query, error: unknown) => {
    timers.delete(query.queryHash);
    if (!isLacking(query)) return;
    // Nobody looks, or a request could only fail: the page keeps what it says.
    const isVain =
      document.visibilityState === 'hidden' || (isOffline(error) && !(await isServerThere()));
    failures.set(query.queryHash, (failures.get(query.queryHash) ?? 0) + 1);
    if (isVain) plan(query, error);
    else if (isLacking(query))
      await client.refetchQueries({ queryKey: query.queryKey, exact: true });
  };
  const unsubscribe = cache.subscribe((event) => {
    const { queryHash } = event.query;
    if (event.type === 'removed') {
      clearTimeout(timers.get(queryHash));
      timers.delete(queryHash);
      failures.delete(queryHash);
    }
    if (event.type !== 'updated') return;
    if (event.action.type === 'success') failures.delete(queryHash);
    if (event.action.type === 'error' && mayPass(event.action.error))
      plan(event.query as Query, event.action.error);
  });
  const now = () => {
    failures.clear();
    void client.refetchQueries({ predicate: isLacking });
  };
  window.addEventListener('online', now);
  return () => {
    unsubscribe();
    window.removeEventListener('online', now);
    for (const timer of timers.values()) clearTimeout(timer);
  };
}
