// Keys that name requests which create or send something: a request that is repeated with its key
// does so once and gets the first answer. The core gives every such call a key of its own. Where an
// answer was lost, the key is kept here, so that the same request, sent again, has the same key.
import { call as send, isUnoError } from '@uno/core';

interface Parts {
  path?: unknown;
  query?: unknown;
  body?: unknown;
  idempotencyKey?: string | undefined;
}

type Send = (endpoint: string, request?: Parts, signal?: AbortSignal | null) => Promise<unknown>;

/** The keys of requests whose answer was lost, by their content; the oldest is forgotten first. */
const lost = new Map<string, string>();
const MAX_LOST = 50;
/** Before the server looks at a key: not signed in, no permission. */
const UNSEEN = [401, 403];
/** The server may be carrying the request out. */
const UNKNOWN = [408, 425, 429];

/** Returns a new key. `crypto.randomUUID` is missing on pages without TLS. */
export function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Returns whether an error says that nothing was done under the key of a request. */
export function isDefinite(error: unknown): boolean {
  if (!isUnoError(error)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && ![...UNSEEN, ...UNKNOWN].includes(status);
}

const callOnce: Send = async (endpoint, request, signal) => {
  const toCore = send as Send;
  // Whoever gives a key keeps it, too.
  if (request?.idempotencyKey !== undefined) return toCore(endpoint, request, signal);
  const known = lost.size > 0 ? lost.get(contentOf(endpoint, request)) : undefined;
  try {
    const named = known === undefined ? request : { ...request, idempotencyKey: known };
    const answer = await toCore(endpoint, named, signal);
    if (known !== undefined) lost.delete(contentOf(endpoint, request));
    return answer;
  } catch (error) {
    const key = isUnoError(error) ? error.idempotencyKey : undefined;
    if (key !== undefined) remember(contentOf(endpoint, request), key);
    else if (known !== undefined && isDefinite(error)) lost.delete(contentOf(endpoint, request));
    throw error;
  }
};

/** Calls the server. A request whose answer was lost is repeated with its key. */
export const call = callOnce as typeof send;

function remember(content: string, key: string): void {
  const [oldest] = lost.keys();
  if (oldest !== undefined && lost.size >= MAX_LOST) lost.delete(oldest);
  lost.set(content, key);
}

/** Returns the content of a request as text. A file is the same if its name, size and date are. */
function contentOf(endpoint: string, { path, query, body }: Parts = {}): string {
  const file = body instanceof File && [body.name, body.size, body.lastModified];
  return JSON.stringify([endpoint, path, query, file || body]);
}
