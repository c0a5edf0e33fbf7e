// The entry for pages, bundlers and Node.
export * from './dist/uno_core.js';
export { call, type Answer, type EndpointName, type PlainEndpointName, type RequestOf } from './call.js';
export { isPanic, whenPanicked } from './panic.js';

/** The source of the wasm. */
export interface InitOptions {
  /** Its address, if it is not next to the entry. */
  url?: string | URL | undefined;
  /** The content of the file, if the host has already read it. */
  bytes?: BufferSource | Promise<BufferSource> | undefined;
}

/**
 * Fetches and starts the wasm. Must complete before anything else is called.
 *
 * Every call returns the promise of the first call. If that has failed, it tries again.
 */
export function init(options?: InitOptions): Promise<void>;
