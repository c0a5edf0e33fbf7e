import assert from 'node:assert/strict';
import { test } from 'node:test';
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

/** A page's events, which Node does not have, and how to send one. */
const page = new EventTarget();
globalThis.addEventListener = page.addEventListener.bind(page);
globalThis.removeEventListener = page.removeEventListener.bind(page);
/** @type {(kind: string, fields: object) => boolean} */
const dispatch = (kind, fields) => page.dispatchEvent(Object.assign(new Event(kind), fields));

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
