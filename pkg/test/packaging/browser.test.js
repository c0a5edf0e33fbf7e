// The package in Chromium: built by Vite, as modules of a plain page, and as a script with a global.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { parse } from 'acorn';
import esbuild from 'esbuild';
import ts from 'typescript';
import { build, createServer } from 'vite';
import webpack from 'webpack';
import { launch, openPage, shownIn } from './chromium.js';
import { consumer, readme } from './consumer.js';
import { serve } from './site.js';

const KILOBYTE = 1024;
const WASM_LIMIT = 68 * KILOBYTE;
const GLUE_LIMIT = 12 * KILOBYTE;

/** @param {string | Buffer} content */
const compressed = (content) => gzipSync(content, { level: 9 }).length;

/** @type {import('playwright-core').Browser} */
let browser;
let folder = '';
before(async () => {
  browser = await launch();
  const names = [
    'bundler/index.html',
    'bundler/main.ts',
    'esbuild/main.ts',
    'page/index.html',
    'page/main.js',
    'webview/index.html',
    'webview/main.js',
  ];
  folder = consumer(Object.fromEntries(names.map((name) => [name, readme(name)])));
  for (const start of ['page', 'webview']) {
    cpSync(join(folder, 'node_modules/@uno/core'), join(folder, start, 'uno-core'), { recursive: true });
  }
});
after(() => browser.close());

/** Returns what the README's start page at this address shows. @param {string} address */
const shown = (address) => shownIn(browser, address);

describe('with another bundler', () => {
  /**
   * Bundles a start page into a folder and returns what it shows.
   *
   * @param {string} start The name of a start page in the README.
   * @param {(entry: string, output: string) => Promise<unknown>} bundle
   */
  async function built(start, bundle) {
    const output = join(folder, `dist-${start}`);
    const entry = join(folder, start, 'bundled.js');
    mkdirSync(output);
    writeFileSync(
      entry,
      ts.transpile(readme(`${start}/main.ts`), { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext }),
    );
    await bundle(entry, output);
    writeFileSync(join(output, 'index.html'), readme('page/index.html'));
    const site = await serve(output);
    const text = await shown(`${site.address}/`);
    await site.close();
    return text;
  }

  test('the start of the README works with webpack', async () => {
    const text = await built('bundler', async (entry, path) => {
      /** @type {import('webpack').Configuration} */
      const settings = {
        mode: 'production',
        context: folder,
        entry,
        output: { path, filename: 'main.js', module: true },
        experiments: { outputModule: true },
      };
      const stats = await promisify(
        (/** @type {(error: Error | null, stats?: import('webpack').Stats) => void} */ done) => webpack(settings, done),
      )();
      assert.deepEqual(stats?.toJson({ all: false, errors: true, warnings: true, errorDetails: false }).errors, []);
    });
    assert.equal(text, '김하늘');
  });

  test('the start of the README works with esbuild', async () => {
    const text = await built('esbuild', (entry, outdir) =>
      esbuild.build({
        entryPoints: { main: entry },
        outdir,
        bundle: true,
        minify: true,
        format: 'esm',
        loader: { '.wasm': 'file' },
        logLevel: 'warning',
      }),
    );
    assert.equal(text, '김하늘');
  });
});

describe('with Vite', () => {
  const settings = () => ({
    root: join(folder, 'bundler'),
    configFile: /** @type {const} */ (false),
    logLevel: /** @type {const} */ ('warn'),
  });

  test('the start of the README works as built, within its size', async () => {
    await build(settings());
    const site = await serve(join(folder, 'bundler/dist'));
    assert.equal(await shown(`${site.address}/`), '김하늘');
    await site.close();

    const scripts = site.requests.filter((path) => path.endsWith('.js'));
    const files = site.requests.filter((path) => path.endsWith('.wasm'));
    assert.deepEqual([scripts.length, files.length], [1, 1]);
    const size = (/** @type {string} */ path) => compressed(readFileSync(join(folder, 'bundler/dist', path)));
    assert.ok(size(String(scripts[0])) <= GLUE_LIMIT);
    assert.ok(size(String(files[0])) <= WASM_LIMIT);
  });

  test('the start of the README works while developing', async () => {
    const server = await createServer({ ...settings(), server: { host: '127.0.0.1', port: 0 } });
    await server.listen();
    assert.equal(await shown(String(server.resolvedUrls?.local[0])), '김하늘');
    await server.close();
  });
});

for (const [name, start] of [
  ['as modules of a plain page', 'page'],
  ['as a script with a global', 'webview'],
]) {
  describe(String(name), () => {
    const WASM = '/uno-core/dist/uno_core_bg.wasm';
    /** @type {import('./site.js').Site} */
    let site;
    /** @type {import('playwright-core').Page} */
    let page;
    before(async () => {
      site = await serve(join(folder, String(start)));
      page = await openPage(browser);
    });
    after(() => site.close());

    /**
     * Runs a function in a page that has only the package.
     *
     * @template T
     * @param {(core: typeof import('../../index.js')) => T | Promise<T>} use
     */
    async function inPage(use) {
      site.requests.length = 0;
      site.answers.set('/empty.html', { text: '<!doctype html><title>UNO</title>' });
      await page.goto(`${site.address}/empty.html`);
      if (start === 'webview') await page.addScriptTag({ url: '/uno-core/dist/uno-core.iife.js' });
      const core = await page.evaluateHandle(
        (script) => (script ? Reflect.get(globalThis, 'UnoCore') : import(String('/uno-core/index.js'))),
        start === 'webview',
      );
      return page.evaluate(use, core);
    }
    const wasmRequests = () => site.requests.filter((path) => path === WASM).length;

    test('the start of the README works under a strict content security policy', async () => {
      assert.equal(await shown(`${site.address}/`), '김하늘');
    });

    test('the wasm is fetched once, however many wait for it', async () => {
      const decade = await inPage(async (core) => {
        await Promise.all([core.init(), core.init()]);
        await core.init();
        return core.decadeOf(34);
      });
      assert.deepEqual([decade, wasmRequests()], [30, 1]);
    });

    test('a wrong MIME type does no harm', async () => {
      site.answers.set(WASM, { kind: 'text/plain' });
      assert.equal(await inPage((core) => core.init().then(() => core.decadeOf(34))), 30);
      site.answers.clear();
    });

    test('a page in place of the file is named', async () => {
      site.answers.set(WASM, { kind: 'text/html', text: '<!doctype html>' });
      const message = await inPage((core) => core.init().catch((error) => error.message));
      assert.equal(message, `@uno/core: what ${site.address}${WASM} answered is not WebAssembly`);
      site.answers.clear();
    });

    test('after a failure nothing can be used, and the next start fetches again', async () => {
      await page.route(`**${WASM}`, (route) => route.fulfill({ status: 503 }), { times: 1 });
      const told = await inPage(async (core) => {
        const failure = await core.init().catch((error) => String(error.message));
        const early = await Promise.resolve()
          .then(core.today)
          .catch((error) => String(error.message));
        await core.init();
        return [failure, early, core.decadeOf(34)];
      });
      const refusal = `@uno/core: ${site.address}${WASM} answered 503`;
      assert.deepEqual(told, [refusal, '@uno/core is not initialised: await init() first', 30]);
    });

    test('an address or the bytes may be given instead', async () => {
      const decade = await inPage(async (core) => {
        await core.init({ url: '/uno-core/dist/missing.wasm' }).catch(() => undefined);
        await core.init({ bytes: fetch('/uno-core/dist/uno_core_bg.wasm').then((answer) => answer.arrayBuffer()) });
        return core.decadeOf(34);
      });
      assert.equal(decade, 30);
      assert.ok(site.requests.includes('/uno-core/dist/missing.wasm'));
    });
  });
}

describe('the script with a global', () => {
  const script = () => readFileSync(join(folder, 'node_modules/@uno/core/dist/uno-core.iife.js'), 'utf8');

  test('it sets its name as a module too, and exports nothing', async () => {
    const site = await serve(join(folder, 'page'));
    site.answers.set('/empty.html', { text: '<!doctype html><title>UNO</title>' });
    const page = await openPage(browser);
    await page.goto(`${site.address}/empty.html`);
    const seen = await page.evaluate(async () => {
      const module = await import(String('/uno-core/dist/uno-core.iife.js'));
      return [Object.keys(module).length, typeof Reflect.get(globalThis, 'UnoCore').init];
    });
    await site.close();
    assert.deepEqual(seen, [0, 'function']);
  });

  test('it is written in the JavaScript of old webviews', () => {
    parse(script(), { ecmaVersion: 2019, sourceType: 'script' });
  });

  test('it is within its size', () => {
    assert.ok(compressed(script()) <= GLUE_LIMIT);
  });

  test('it sets one name', async () => {
    const page = await openPage(browser);
    const names = () => page.evaluate(() => Object.getOwnPropertyNames(globalThis));
    const earlier = await names();
    await page.addScriptTag({ content: script() });
    assert.deepEqual(
      (await names()).filter((name) => !earlier.includes(name)),
      ['UnoCore'],
    );
  });
});
