// The entry for pages without modules. build.js bundles it into dist/uno-core.iife.js with the global `UnoCore`.
import { callBy } from '../call.js';
import { call as callCore } from '../dist/uno_core_bg.js';
import * as glue from '../dist/uno_core_bg.js';
import { initialiser } from '../loader.js';

export * from '../dist/exports.js';
export { isPanic, whenPanicked } from '../panic.js';

// `currentScript` is only set while the script is being evaluated.
const script = typeof document === 'object' ? document.currentScript : null;
const here = script instanceof HTMLScriptElement ? script.src : self.location.href;

/** Fetches and starts the wasm, by default from next to the script. */
export const init = initialiser(glue, (address = new URL('uno_core_bg.wasm', here)) => fetch(address));
/** Calls an endpoint. */
export const call = callBy(callCore);
