// The entry for Node: like index.js, but it reads the wasm from the file.
import { readFile } from 'node:fs/promises';
import { call as callCore } from './dist/uno_core_bg.js';
import * as glue from './dist/uno_core_bg.js';
import { callBy } from './call.js';
import { initialiser } from './loader.js';

export * from './dist/exports.js';
export { isPanic, whenPanicked } from './panic.js';

/** Reads and starts the wasm. */
export const init = initialiser(glue, (address = new URL('./dist/uno_core_bg.wasm', import.meta.url)) =>
  /^(https?|data|blob):/.test(String(address)) ? fetch(address) : readFile(fileOf(address)),
);
/** Calls an endpoint. */
export const call = callBy(callCore);

/**
 * Returns a `file:` address as a URL, anything else as a path.
 *
 * @param {string | URL} address
 */
function fileOf(address) {
  return String(address).startsWith('file:') ? new URL(address) : String(address);
}
