// The entry for pages without modules. build.js makes dist/uno-core.iife.js of it, with the global `UnoCore`.
import { callBy } from '../call.js';
import { call as callCore } from '../dist/uno_core_bg.js';
import * as glue from '../dist/uno_core_bg.js';
import { initialiser } from '../loader.js';

export * from '../dist/exports.js';
export { isPanic, whenPanicked } from '../panic.js';

// Known only while the script is being read.
const script = typeof document === 'object' ? document.currentScript : null;
const here = script instanceof HTMLScriptElement ? script.src : self.location.href;

/** Fetches and starts the wasm, from beside the script unless said otherwise. */
export const init = initialiser(glue, (address = new URL('uno_core_bg.wasm', here)) => fetch(address));
/** Calls an endpoint. */
export const call = callBy(callCore);
