// The entry for pages and bundlers: the whole core, and `init`, which must complete first.
import { call as callCore } from './dist/uno_core_bg.js';
import * as glue from './dist/uno_core_bg.js';
import { callBy } from './call.js';
import { initialiser } from './loader.js';

export * from './dist/exports.js';
export { isPanic, whenPanicked } from './panic.js';

/** Fetches and starts the wasm. */
export const init = initialiser(glue, (address = new URL('./dist/uno_core_bg.wasm', import.meta.url)) =>
  fetch(address),
);
/** Calls an endpoint. */
export const call = callBy(callCore);
