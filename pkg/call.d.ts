import type { Endpoints } from './dist/uno_core.js';

/** The name of an endpoint. */
export type EndpointName = keyof Endpoints;

/** What an endpoint answers. */
export type Answer<K extends EndpointName> = Endpoints[K]['ok'];

/** A part that the endpoint does not have cannot be given; one that it must have cannot be left out. */
type Part<Name extends string, T> = [T] extends [null]
  ? { [name in Name]?: undefined }
  : null extends T
    ? { [name in Name]?: NonNullable<T> | undefined }
    : {} extends T
      ? { [name in Name]?: T | undefined }
      : { [name in Name]: T };

/** What a call of an endpoint sends: values of the placeholders in its path, parameters, body. */
export type RequestOf<K extends EndpointName> = Part<'path', Endpoints[K]['path']> &
  Part<'query', Endpoints[K]['query']> &
  Part<'body', Endpoints[K]['body']>;

/** Endpoints that can be called with nothing but their name. */
export type PlainEndpointName = { [K in EndpointName]: {} extends RequestOf<K> ? K : never }[EndpointName];

/**
 * Calls an endpoint with the tokens of the session, which it renews where they have ended.
 *
 * Rejects with an `UnoError`, or with what `signal` says when it gives the call up.
 */
export function call<K extends PlainEndpointName>(endpoint: K): Promise<Answer<K>>;
export function call<K extends EndpointName>(
  endpoint: K,
  request: RequestOf<K>,
  signal?: AbortSignal | null,
): Promise<Answer<K>>;

/** Makes the typed `call` of an entry. */
export function callBy(
  send: (
    endpoint: string,
    path: unknown,
    query: unknown,
    body: unknown,
    signal?: AbortSignal | null,
  ) => Promise<unknown>,
): typeof call;
