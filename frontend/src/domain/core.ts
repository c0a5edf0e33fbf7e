// Starts the shared core. The login page is drawn before it is there; everything else waits for it.
import { configure, init, type InitOptions } from '@uno/core';
import { fetchWatched } from './rights';

let address = '';
let there = false;

/** The page and its server have one address, unless a developer has chosen another. */
export function connect(chosen: string): void {
  address = chosen || (import.meta.env.VITE_API_URL ?? '');
  if (there) configure({ baseUrl: address, fetch: fetchWatched });
}

/** Fetches and starts the core, once; after a failure it is another try. */
export async function startCore(options?: InitOptions): Promise<void> {
  await init(options);
  if (there) return;
  configure({ baseUrl: address, fetch: fetchWatched });
  there = true;
}

export function isCoreThere(): boolean {
  return there;
}
