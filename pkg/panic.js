// What to do when the module fails inside.
//
// The module is built to stop where it would otherwise go on with broken state. A call that meets
// such a failure throws a `WebAssembly.RuntimeError` (or, when it was waiting, never settles and the
// page gets the error as an event). From then on the instance must not be used: load the page again.
// Nothing is lost by that, because the session lives in cookies. What fails again at once would load
// the page for ever, so that is told apart.

/** A failure that follows another within so many milliseconds is told as one that comes again. */
const PAUSE = 5 * 60_000;
const STORAGE_KEY = 'uno-panicked-at';

/**
 * Whether a caught value says that the module has failed inside.
 *
 * @param {unknown} error
 */
export function isPanic(error) {
  return typeof WebAssembly === 'object' && error instanceof WebAssembly.RuntimeError;
}

/**
 * Calls `handler` at the first such failure that nobody caught, but at most once in five minutes in a tab, whatever
 * pages are loaded in it meanwhile: a failure that comes sooner goes to `again`, or to the browser's console.
 * Answers what stops listening.
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
 * Whether no failure has been handled for a while, noting this one.
 *
 * @param {number} now
 */
function isFirst(now) {
  try {
    if (Math.abs(now - Number(sessionStorage.getItem(STORAGE_KEY))) < PAUSE) return false;
    sessionStorage.setItem(STORAGE_KEY, String(now));
    return true;
  } catch {
    // Without a place for notes: a page that was loaded again may have been so for this very reason.
    return !performance.getEntriesByType('navigation').some((entry) => Reflect.get(entry, 'type') === 'reload');
  }
}

/** @param {Error} error */
function report(error) {
  console.error('@uno/core has failed again, so this page is not loaded anew: close it and open it later.', error);
}
