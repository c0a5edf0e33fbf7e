// The typed way to the server: every call of the console goes through here into the shared Rust core.
import {
  call as callCore,
  configure,
  isUnoError as isUnoErrorOfCore,
  type Endpoints,
  type UnoError,
} from '@uno/core';

export type { Endpoints, UnoError };
export type EndpointName = keyof Endpoints;
export type Answer<K extends EndpointName> = Endpoints[K]['ok'];
export type Body<K extends EndpointName> = Endpoints[K]['body'];
export type Query<K extends EndpointName> = NonNullable<Endpoints[K]['query']>;

// A part that the endpoint does not have cannot be given; one that it must have cannot be left out.
type Part<Name extends string, T> = [T] extends [null]
  ? Partial<Record<Name, never>>
  : null extends T
    ? Partial<Record<Name, NonNullable<T>>>
    : Record<Name, T>;

export type RequestOf<K extends EndpointName> = Part<'path', Endpoints[K]['path']> &
  Part<'query', Endpoints[K]['query']> &
  Part<'body', Endpoints[K]['body']>;

export function call<K extends EndpointName>(
  endpoint: K,
  request: RequestOf<K>,
  signal?: AbortSignal,
): Promise<Answer<K>> {
  const { path, query, body } = request as Partial<Record<'path' | 'query' | 'body', unknown>>;
  return callCore(endpoint, path ?? null, query ?? null, body ?? null, signal) as Promise<
    Answer<K>
  >;
}

export function isUnoError(error: unknown): error is UnoError {
  return isUnoErrorOfCore(error);
}

/** The page and its server have one address; the core reads a developer's override itself. */
export function connect(): void {
  configure({ baseUrl: import.meta.env.VITE_API_URL ?? '' });
}
