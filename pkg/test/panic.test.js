import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { isPanic, whenPanicked } from '../panic.js';

// (module (func (export "fail") unreachable))
const FAILING = Uint8Array.of(
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0,
  1,
  4,
  1,
  96,
  0,
  0,
  3,
  2,
  1,
  0,
  7,
  8,
  1,
  4,
  102,
  97,
  105,
  108,
  0,
  0,
  10,
  5,
  1,
  3,
  0,
  0,
  11,
);

function failure() {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(FAILING));
  try {
    /** @type {() => void} */ (exports.fail)();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('a failure inside a module is told from errors of a program', () => {
  assert.equal(isPanic(failure()), true);
  for (const other of [new Error('x'), new TypeError('x'), undefined, null, 'RuntimeError']) {
    assert.equal(isPanic(other), false);
  }
});

/** The events of a page, which Node does not have, and a function that dispatches one. */
const page = new EventTarget();
globalThis.addEventListener = page.addEventListener.bind(page);
globalThis.removeEventListener = page.removeEventListener.bind(page);
/** @type {(kind: string, fields: object) => boolean} */
const dispatch = (kind, fields) => page.dispatchEvent(Object.assign(new Event(kind), fields));

/** The session storage of a tab, and the clock. @type {Map<string, string>} */
const kept = new Map();
let now = Date.UTC(2026, 10, 21);
Date.now = () => now;
/** @param {unknown} storage */
const storeIn = (storage) =>
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: () => storage });
const working = {
  getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
};
beforeEach(() => {
  kept.clear();
  storeIn(working);
});

test('a page that fails whenever it is loaded is loaded again once in five minutes', () => {
  /** @type {string[]} */
  const heard = [];
  for (const minutes of [0, 0.1, 4.9, 4.9, 5, 5.1]) {
    now = Date.UTC(2026, 10, 21) + minutes * 60_000;
    whenPanicked(
      () => heard.push('reload'),
      () => heard.push('again'),
    );
    dispatch('error', { error: failure() });
  }
  assert.deepEqual(heard, ['reload', 'again', 'again', 'again', 'reload', 'again']);
});

test('a failure that comes again is told in the console where nobody else hears it', (context) => {
  const told = context.mock.method(console, 'error', () => undefined);
  for (const _ of ['first', 'again']) {
    whenPanicked(() => undefined);
    dispatch('error', { error: failure() });
  }
  assert.equal(told.mock.callCount(), 1);
  assert.match(String(told.mock.calls[0]?.arguments[0]), /has failed again/);
});

test('a page that can keep nothing is loaded again once, too', (context) => {
  storeIn(undefined);
  /** @type {object[]} */
  let navigation = [{ type: 'navigate' }];
  context.mock.method(performance, 'getEntriesByType', () => navigation);
  /** @type {string[]} */
  const heard = [];
  for (const type of ['navigate', 'reload']) {
    navigation = [{ type }];
    whenPanicked(
      () => heard.push('reload'),
      () => heard.push('again'),
    );
    dispatch('error', { error: failure() });
  }
  assert.deepEqual(heard, ['reload', 'again']);
});

test('what is no function cannot listen', () => {
  for (const handler of [undefined, null, 7, 'reload', {}]) {
    assert.throws(() => whenPanicked(/** @type {any} */ (handler)), {
      name: 'TypeError',
      message: 'handler must be a function',
    });
  }
});

test('the first failure that nobody caught is reported, once', () => {
  /** @type {Error[]} */
  const heard = [];
  whenPanicked((error) => heard.push(error));
  dispatch('error', { error: new Error('other') });
  dispatch('error', {});
  const panic = failure();
  dispatch('unhandledrejection', { reason: panic });
  dispatch('error', { error: panic });
  assert.deepEqual(heard, [panic]);
});

test('whoever stops listening hears nothing', () => {
  /** @type {Error[]} */
  const heard = [];
  whenPanicked((error) => heard.push(error))();
  dispatch('error', { error: failure() });
  assert.deepEqual(heard, []);
});
