// The package in Node, as npm installs it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { consumer, readme } from './consumer.js';

const FAKE_FETCH = new URL('./fake-fetch.js', import.meta.url).href;
const NOT_INITIALISED = { name: 'Error', message: '@uno/core is not initialised: await init() first' };

describe('in Node', () => {
  let folder = '';
  before(() => {
    folder = consumer({ 'node/main.js': readme('node/main.js') });
  });

  /**
   * Imports a copy of the package with its own state. Node caches modules by their address.
   *
   * @returns {Promise<typeof import('../../index.js')>}
   */
  function fresh() {
    copies += 1;
    cpSync(join(folder, 'node_modules/@uno/core'), join(folder, `copy-${copies}`), { recursive: true });
    return import(pathToFileURL(join(folder, `copy-${copies}/node.js`)).href);
  }
  let copies = 0;
  const wasm = () => join(folder, 'node_modules/@uno/core/dist/uno_core_bg.wasm');

  test('the start of the README works', () => {
    const output = execFileSync(process.execPath, ['--import', FAKE_FETCH, 'node/main.js'], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(output, '김하늘\n');
  });

  test('every export that is used too early says what to do', async () => {
    const core = await fresh();
    const ready = ['init', 'isPanic', 'whenPanicked'];
    const functions = Object.entries(core).filter(([name]) => !ready.includes(name));
    assert.ok(functions.length > 10);
    for (const [name, use] of functions) {
      assert.equal(typeof use, 'function', name);
      assert.throws(() => /** @type {Function} */ (use)(), NOT_INITIALISED, name);
    }
  });

  test('the entry has all that the module has', async () => {
    const core = await fresh();
    const declared = readFileSync(join(folder, 'node_modules/@uno/core/dist/uno_core.d.ts'), 'utf8').matchAll(
      /^export function (\w+)/gm,
    );
    for (const [, name] of declared) assert.ok(String(name) in core, name);
  });

  test('starting takes place once', async () => {
    const core = await fresh();
    const started = core.init();
    assert.equal(core.init(), started);
    await started;
    assert.equal(core.init(), started);
    assert.equal(core.decadeOf(34), 30);
  });

  test('a start that failed leaves nothing behind: it can be tried again', async () => {
    const core = await fresh();
    await assert.rejects(core.init({ url: join(folder, 'missing.wasm') }), { code: 'ENOENT' });
    assert.throws(() => core.today(), NOT_INITIALISED);
    const page = new TextEncoder().encode('<!doctype html>');
    await assert.rejects(core.init({ bytes: page }), { message: '@uno/core: the given file is not WebAssembly' });
    const newer = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x0f, 0x00, 0x00, 0x00);
    await assert.rejects(core.init({ bytes: newer }), /@uno\/core cannot run here .* It needs Chrome 96/);
    await core.init();
    assert.equal(core.decadeOf(34), 30);
  });

  test('the file may come from the host: as bytes, a promise of them, a path or an address', async () => {
    const bytes = readFileSync(wasm());
    for (const options of [
      { bytes },
      { bytes: Promise.resolve(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)) },
      { url: wasm() },
      { url: pathToFileURL(wasm()) },
      { url: pathToFileURL(wasm()).href },
      { url: `data:application/wasm;base64,${bytes.toString('base64')}` },
    ]) {
      const core = await fresh();
      await core.init(options);
      assert.equal(core.decadeOf(34), 30);
    }
  });

  test('wrong options of the start are named', async () => {
    const core = await fresh();
    for (const [options, message] of [
      [null, 'options must be an object'],
      [7, 'options must be an object'],
      [{ url: 7 }, 'options.url must be a string or a URL'],
      [{ url: {} }, 'options.url must be a string or a URL'],
      [{ bytes: 'file' }, 'options.bytes must be an ArrayBuffer or a view of one'],
      [{ bytes: {} }, 'options.bytes must be an ArrayBuffer or a view of one'],
      [{ bytes: Promise.resolve(7) }, 'options.bytes must be an ArrayBuffer or a view of one'],
    ]) {
      await assert.rejects(core.init(/** @type {any} */ (options)), { name: 'TypeError', message: String(message) });
    }
    await core.init(/** @type {any} */ ({ url: null, bytes: null }));
  });

  test('a request that is none is named', async () => {
    const core = await fresh();
    await core.init();
    const call = /** @type {(...given: unknown[]) => Promise<unknown>} */ (core.call);
    for (const [request, message] of [
      [7, 'request must be an object'],
      ['{}', 'request must be an object'],
      [{ params: {} }, 'request.params is none of path, query, body'],
      [{ path: 7 }, 'path must be an object'],
      [{ query: [] }, 'query must be an object'],
      [{ body: {} }, 'body must be left out'],
    ]) {
      await assert.rejects(call('ListCompanies', request), { name: 'TypeError', message: String(message) });
    }
    await assert.rejects(call('ListCompanies', undefined, 7), { message: 'signal must be an AbortSignal' });
    await assert.rejects(call('ListCompanies', null), { name: 'UnoError', code: 11001 });
  });

  test('no argument of any export makes the module fail inside', async () => {
    const core = await fresh();
    await core.init();
    const circle = {};
    Object.assign(circle, { circle });
    const values = [
      ...[
        undefined,
        null,
        true,
        0,
        -1,
        1.5,
        NaN,
        Infinity,
        -Infinity,
        2 ** 53,
        1e300,
        10n,
        Symbol('x'),
        '',
        'x',
        '\ud800',
      ],
      ...[{}, [], [null], [[]], () => 1, new Map(), new Date(NaN), new Proxy({}, {}), circle, Object.create(null)],
      ...[
        { path: { companyId: NaN } },
        { load: 1 },
        { age: 1e9, heightCm: 1e308 },
        'GetCompany',
        'CompanySave',
        '2024-02-29',
      ],
    ];
    let calls = 0;
    for (const [name, use] of /** @type {[string, Function][]} */ (Object.entries(core))) {
      for (const first of values) {
        for (const second of values) {
          calls += 1;
          try {
            // Both more arguments than the function has, and fewer.
            const answer = await (second === undefined ? use(first) : use(first, second, second, second, second));
            // Stops what the call has started.
            if (name === 'startQrSignIn' || name === 'confirmPersonByQrCode') answer.stop();
            if (name === 'onSessionChange') answer();
          } catch (error) {
            assert.ok(error instanceof Error);
            const known =
              error instanceof TypeError || core.isUnoError(error) || /^There is no form /.test(error.message);
            assert.ok(known, `${name}(${String(first?.constructor?.name)}, …) fails with ${String(error)}`);
          }
        }
      }
    }
    assert.ok(calls > 10_000);
    assert.equal(core.decadeOf(34), 30);
    assert.equal(core.authority(), 'ANONYMOUS');
  });

  test('the raw file is an export of its own', () => {
    const code = "console.log(import.meta.resolve('@uno/core/wasm'))";
    const found = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(found.trim(), pathToFileURL(wasm()).href);
  });
});
