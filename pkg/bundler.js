// The entry for bundlers that start wasm themselves (Vite with vite-plugin-wasm): nothing to await.
import { call as callCore } from './dist/uno_core.js';
import { callBy } from './call.js';

export * from './dist/uno_core.js';

/** Calls an endpoint. */
export const call = callBy(callCore);
