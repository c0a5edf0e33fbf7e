// The entry for bundlers that start the wasm themselves.
export * from './dist/uno_core.js';
export { call, type Answer, type EndpointName, type PlainEndpointName, type RequestOf } from './call.js';
