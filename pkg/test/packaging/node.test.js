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
   * A copy of the package with a state of its own: modules are kept by their address.
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

  test('the raw file is an export of its own', () => {
    const code = "console.log(import.meta.resolve('@uno/core/wasm'))";
    const found = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(found.trim(), pathToFileURL(wasm()).href);
  });
});
