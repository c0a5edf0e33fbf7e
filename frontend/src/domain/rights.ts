// Whether the caller's rights are still those that the console knows: the server marks every answer with them.
import { sendBy } from './core';

const HEADER = 'x-rights';

type Send = (request: Request) => Promise<Response>;

/** What sends requests, where somebody reads an answer before the core does. */
let through = (request: Request, send: Send) => send(request);

/** From now on requests go through this. */
export function sendThrough(chosen: typeof through): void {
  through = chosen;
}

let known: string | undefined;
let listener: (() => void) | undefined;

/** Calls the listener when an answer has come by other rights than the one before; whoever listened before is forgotten. */
export function watchRights(onChange: () => void): void {
  known = undefined;
  listener = onChange;
  sendBy(fetchWatched);
}

/** Sends a request of the core, and looks at what its answer is marked with. */
export async function fetchWatched(request: Request): Promise<Response> {
  const answer = await through(request, (sent) => fetch(sent));
  const rights = answer.headers.get(HEADER) ?? undefined;
  // What everybody may ask is answered without rights.
  if (rights !== undefined) {
    const changed = known !== undefined && known !== rights;
    known = rights;
    if (changed) listener?.();
  }
  return answer;
}
