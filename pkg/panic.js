// What to do when the module fails inside.
//
// The module is built to stop where it would otherwise go on with broken state. A call that meets
// such a failure throws a `WebAssembly.RuntimeError` (or, when it was waiting, never settles and the
// page gets the error as an event). From then on the instance must not be used: load the page again.
// Nothing is lost by that, because the session lives in cookies.

/**
 * Whether a caught value says that the module has failed inside.
 *
 * @param {unknown} error
 */
export function isPanic(error) {
  return typeof WebAssembly === 'object' && error instanceof WebAssembly.RuntimeError;
}

/**
 * Calls `handler` at the first such failure that nobody caught; answers what stops listening.
 *
 * @param {(error: Error) => void} handler
 */
export function whenPanicked(handler) {
  const kinds = ['error', 'unhandledrejection'];
  const stop = () => kinds.forEach((kind) => globalThis.removeEventListener(kind, hear));
  const hear = (/** @type {Event & { error?: Error, reason?: Error }} */ event) => {
    const error = event.error ?? event.reason;
    if (error === undefined || !isPanic(error)) return;
    stop();
    handler(error);
  };
  kinds.forEach((kind) => globalThis.addEventListener(kind, hear));
  return stop;
}
