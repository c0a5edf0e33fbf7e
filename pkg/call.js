// A call as the endpoint declares it: its parts by name, those that it does not have left out.

/**
 * Makes the typed `call` of an entry.
 *
 * @param {typeof import('./dist/uno_core.js').call} send The same with every part by position.
 * @returns {typeof import('./call.d.ts').call}
 */
export const callBy =
  (send) =>
  (endpoint, { path = null, query = null, body = null } = {}, signal) =>
    send(endpoint, path, query, body, signal);
