// The typed API client. Every call of the console goes through the shared Rust core.
import {
  isUnoError as isUnoErrorOfCore,
  type Answer,
  type EndpointName,
  type Endpoints,
  type RequestOf,
  type UnoError,
} from '@uno/core';

export { call } from './idempotency';
export type { Answer, EndpointName, Endpoints, RequestOf, UnoError };
export type Body<K extends EndpointName> = Endpoints[K]['body'];
export type Query<K extends EndpointName> = NonNullable<Endpoints[K]['query']>;

export function isUnoError(error: unknown): error is UnoError {
  return isUnoErrorOfCore(error);
}
