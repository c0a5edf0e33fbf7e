import type { Endpoints } from './dist/uno_core.js';

/** The name of an endpoint. */
export type EndpointName = keyof Endpoints;

/** The response of an endpoint. */
export type Answer<K extends EndpointName> = Endpoints[K]['ok'];

/** Forbids a part that the endpoint does not have, and requires a part that it needs. */
type Part<Name extends string, T> = [T] extends [null]
  ? { [name in Name]?: undefined }
  : null extends T
    ? { [name in Name]?: NonNullable<T> | undefined }
    : {} extends T
      ? { [name in Name]?: T | undefined }
      : { [name in Name]: T };

/**
 * Names a call that creates or sends something: repeated with the same key, it does so once and
 * gets the first answer, for 24 hours. Without one, each call has a key of its own.
 */
type Key<TakesKey> = TakesKey extends true ? { idempotencyKey?: string | undefined } : { idempotencyKey?: undefined };

/** The request of an endpoint: values of the placeholders in its path, parameters, body. */
export type RequestOf<K extends EndpointName> = Part<'path', Endpoints[K]['path']> &
  Part<'query', Endpoints[K]['query']> &
  Part<'body', Endpoints[K]['body']> &
  Key<Endpoints[K]['takesKey']>;

/** The names of endpoints that can be called without a request. */
export type PlainEndpointName = { [K in EndpointName]: {} extends RequestOf<K> ? K : never }[EndpointName];

/**
 * Calls an endpoint with the tokens of the session. Renews them if they have expired.
 *
 * Rejects with an `UnoError`, or with the reason of `signal` if that aborts the call.
 */
export function call<K extends PlainEndpointName>(endpoint: K): Promise<Answer<K>>;
export function call<K extends EndpointName>(
  endpoint: K,
  request: RequestOf<K>,
  signal?: AbortSignal | null,
): Promise<Answer<K>>;

/** Creates the typed `call` of an entry. */
export function callBy(
  send: (
    endpoint: string,
    path: unknown,
    query: unknown,
    body: unknown,
    signal?: AbortSignal | null,
    idempotencyKey?: string | null,
  ) => Promise<unknown>,
): typeof call;
