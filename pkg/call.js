// Calls of an endpoint with its parts by name; absent parts are left out.

/** The parts of a request. */
const PARTS = ['path', 'query', 'body', 'idempotencyKey'];

/**
 * Creates the typed `call` of an entry.
 *
 * @param {typeof import('./dist/uno_core.js').call} send The call with every part by position.
 * @returns {typeof import('./call.js').call}
 */
export function callBy(send) {
  /**
   * @param {string} endpoint
   * @param {{ path?: unknown, query?: unknown, body?: unknown, idempotencyKey?: string } | null} [request]
   * @param {AbortSignal | null} [signal]
   */
  const call = (endpoint, request, signal) => {
    const given = request ?? {};
    if (typeof given !== 'object') return refuse('request must be an object');
    const other = Object.keys(given).find((part) => !PARTS.includes(part));
    if (other !== undefined) return refuse(`request.${other} is none of ${PARTS.join(', ')}`);
    return send(endpoint, given.path, given.query, given.body, signal, given.idempotencyKey);
  };
  return call;
}

/** @param {string} message */
function refuse(message) {
  return Promise.reject(new TypeError(message));
}
