// A call as the endpoint declares it: its parts by name, those that it does not have left out.

/**
 * Makes the typed `call` of an entry.
 *
 * @param {typeof import('./dist/uno_core.js').call} send The same with every part by position.
 * @returns {typeof import('./call.js').call}
 */
export function callBy(send) {
  /**
   * @param {string} endpoint
   * @param {{ path?: unknown, query?: unknown, body?: unknown }} [request]
   * @param {AbortSignal | null} [signal]
   */
  const call = (endpoint, { path = null, query = null, body = null } = {}, signal) =>
    send(endpoint, path, query, body, signal);
  return call;
}
