// The entry for bundlers that start the wasm themselves (Vite with vite-plugin-wasm): no `init` to await.
import { call as callCore } from './dist/uno_core.js';
import { callBy } from './call.js';

export * from './dist/uno_core.js';

/** Calls an endpoint. */
export const call = callBy(callCore);
