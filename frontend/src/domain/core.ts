// Starts the shared core. The login page is drawn before it is there; everything else waits for it.
import { configure, init, type InitOptions } from '@uno/core';

type Send = (request: Request) => Promise<Response>;

let address = '';
let send: Send | undefined;
let there = false;

/** The page and its server have one address, unless a developer has chosen another. */
export function connect(chosen: string): void {
  address = chosen || (import.meta.env.VITE_API_URL ?? '');
  if (there) configure({ baseUrl: address, fetch: send });
}

/** From now on requests are sent by this instead of the browser's own. */
export function sendBy(chosen: Send): void {
  send = chosen;
  if (there) configure({ baseUrl: address, fetch: send });
}

/** Fetches and starts the core, once; after a failure it is another try. */
export async function startCore(options?: InitOptions): Promise<void> {
  await init(options);
  if (there) return;
  configure({ baseUrl: address, fetch: send });
  there = true;
}

export function isCoreThere(): boolean {
  return there;
}
