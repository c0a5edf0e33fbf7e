// The entry for pages, bundlers and Node.
export * from './dist/uno_core.js';
export { call, type Answer, type EndpointName, type PlainEndpointName, type RequestOf } from './call.js';
export { isPanic, whenPanicked } from './panic.js';

/** Where the wasm comes from. */
export interface InitOptions {
  /** Its address, where it does not lie beside the entry. */
  url?: string | URL | undefined;
  /** The file itself, where the host has read it already. */
  bytes?: BufferSource | Promise<BufferSource> | undefined;
}

/**
 * Fetches and starts the wasm; must have ended before anything else is called.
 *
 * Every call answers the promise of the first, unless that has failed: then it tries again.
 */
export function init(options?: InitOptions): Promise<void>;
