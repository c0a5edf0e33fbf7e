// Handles panics of the wasm module.
//
// The module is built to stop instead of going on with broken state. The call that panics throws a
// `WebAssembly.RuntimeError`. If it was waiting, it never settles, and the page gets the error as an
// event. After a panic the instance must not be used: reload the page. The session is kept, because
// it lives in cookies. A panic that repeats at once would reload the page forever, so it is handled
// differently.

/** A panic within this many milliseconds of another counts as a repetition. */
const PAUSE = 5 * 60_000;
const STORAGE_KEY = 'uno-panicked-at';

/**
 * Returns whether a caught value is a panic of the module.
 *
 * @param {unknown} error
 */
export function isPanic(error) {
  return typeof WebAssembly === 'object' && error instanceof WebAssembly.RuntimeError;
}

/**
 * Calls `handler` for the first uncaught panic, but at most once in five minutes per tab, across
 * page loads. A panic that comes sooner goes to `again`, by default to the browser's console.
 * Returns a function that stops listening.
 *
 * @param {(error: Error) => void} handler
 * @param {(error: Error) => void} [again]
 */
export function whenPanicked(handler, again = report) {
  if (typeof handler !== 'function') throw new TypeError('handler must be a function');
  if (typeof again !== 'function') throw new TypeError('again must be a function');
  const kinds = ['error', 'unhandledrejection'];
  const stop = () => kinds.forEach((kind) => globalThis.removeEventListener(kind, hear));
  const hear = (/** @type {Event & { error?: Error, reason?: Error }} */ event) => {
    const error = event.error ?? event.reason;
    if (error === undefined || !isPanic(error)) return;
    stop();
    (isFirst(Date.now()) ? handler : again)(error);
  };
  kinds.forEach((kind) => globalThis.addEventListener(kind, hear));
  return stop;
}

/**
 * Records a panic; returns whether none was handled within the pause before.
 *
 * @param {number} now
 */
function isFirst(now) {
  try {
    if (Math.abs(now - Number(sessionStorage.getItem(STORAGE_KEY))) < PAUSE) return false;
    sessionStorage.setItem(STORAGE_KEY, String(now));
    return true;
  } catch {
    // Without storage, a reload counts as a repetition, because a panic may have caused it.
    return !performance.getEntriesByType('navigation').some((entry) => Reflect.get(entry, 'type') === 'reload');
  }
}

/** @param {Error} error */
function report(error) {
  console.error('@uno/core has failed again, so this page is not loaded anew: close it and open it later.', error);
}
