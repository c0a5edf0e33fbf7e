// Starts the shared core. The login page is rendered before the core is ready; everything else
// waits for it.
import { configure, init, type InitOptions } from '@uno/core';

type Send = (request: Request) => Promise<Response>;

let address = '';
let send: Send | undefined;
let isStarted = false;
const awaiting = new Set<() => void>();

/** Page and server have the same origin, unless a developer has chosen another server. */
export function connect(chosen: string): void {
  address = chosen || (import.meta.env.VITE_API_URL ?? '');
  if (isStarted) configure({ baseUrl: address, fetch: send });
}

/** Replaces `fetch` for all further requests. */
export function setFetch(chosen: Send): void {
  send = chosen;
  if (isStarted) configure({ baseUrl: address, fetch: send });
}

/** Loads and starts the core once. After a failure the next call retries. */
export async function startCore(options?: InitOptions): Promise<void> {
  await init(options);
  if (isStarted) return;
  configure({ baseUrl: address, fetch: send });
  isStarted = true;
  for (const listener of awaiting) listener();
  awaiting.clear();
}

/**
 * Calls the listener once the core has started, also if that takes several attempts. Returns a
 * function that removes the listener.
 */
export function whenCoreStarts(listener: () => void): () => void {
  awaiting.add(listener);
  return () => {
    awaiting.delete(listener);
  };
}

export function isCoreThere(): boolean {
  return isStarted;
}
