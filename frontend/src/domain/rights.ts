// Detects changes of the caller's rights. The server marks every response with a header that
// changes with them.
import { setFetch } from './core';

const HEADER = 'x-rights';

type Send = (request: Request) => Promise<Response>;

/** Sends requests. Can be replaced to read a response before the core does. */
let transport = (request: Request, send: Send) => send(request);

/** Replaces the function that sends requests. */
export function setTransport(chosen: typeof transport): void {
  transport = chosen;
}

let known: string | undefined;
let listener: (() => void) | undefined;

/**
 * Calls the listener when a response has a different marker than the previous one. Replaces the
 * previous listener.
 */
export function watchRights(onChange: () => void): void {
  known = undefined;
  listener = onChange;
  setFetch(fetchWatched);
}

/** Sends a request of the core and checks the marker of its response. */
export async function fetchWatched(request: Request): Promise<Response> {
  const answer = await transport(request, (sent) => fetch(sent));
  const rights = answer.headers.get(HEADER) ?? undefined;
  // Responses of public endpoints have no marker.
  if (rights !== undefined) {
    const changed = known !== undefined && known !== rights;
    known = rights;
    if (changed) listener?.();
  }
  return answer;
}
