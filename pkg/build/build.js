// Completes dist from the output of wasm-pack: the list of exports, the script for pages without modules, and the QR
// decoder of the example.
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** The JavaScript version that every webview which supports the wasm can read. */
const TARGET = 'es2019';
/** The only module that the wasm may import from, because the loader provides no other. */
const IMPORTS = './uno_core_bg.js';

const dist = new URL('../dist/', import.meta.url);

async function checkImports() {
  const module = await WebAssembly.compile(await readFile(new URL('uno_core_bg.wasm', dist)));
  const other = WebAssembly.Module.imports(module).find((needed) => needed.module !== IMPORTS);
  if (other) throw new Error(`The wasm imports ${other.name} from ${other.module}, which the loader does not know.`);
}

/** Writes the exports for users, since the glue also exports functions for the wasm, and the types of the glue. */
async function writeExports() {
  const glue = await import(new URL('uno_core_bg.js', dist).href);
  const names = Object.keys(glue).filter((name) => !name.startsWith('__'));
  await writeFile(new URL('exports.js', dist), `export {\n  ${names.join(',\n  ')},\n} from './uno_core_bg.js';\n`);
  await writeFile(
    new URL('uno_core_bg.d.ts', dist),
    "export * from './uno_core.js';\nexport function __wbg_set_wasm(exports: object): void;\n",
  );
}

/** Lets optional properties of inputs also be `undefined`, under `exactOptionalPropertyTypes` too. */
async function allowUndefined() {
  const file = new URL('uno_core.d.ts', dist);
  const declared = await readFile(file, 'utf8');
  await writeFile(file, declared.replace(/^( +\w+\?: .*?)( \| undefined)?;$/gm, '$1 | undefined;'));
}

/**
 * @param {string} input
 * @param {string} output
 * @param {import('rolldown').OutputOptions} options
 */
async function bundle(input, output, options) {
  const build = await rolldown({
    input: fileURLToPath(new URL(input, import.meta.url)),
    tsconfig: false,
    transform: { target: TARGET },
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  await build.write({
    ...options,
    file: fileURLToPath(new URL(output, dist)),
    minify: true,
    comments: { legal: true },
  });
  await build.close();
}

await checkImports();
await writeExports();
await allowUndefined();
await bundle('iife.js', 'uno-core.iife.js', {
  format: 'iife',
  name: 'UnoCore',
  // Sets the global even if the script is imported as a module.
  footer: 'globalThis.UnoCore=UnoCore;',
});
await bundle('qr-decoder.js', 'qr-decoder.js', { format: 'es' });
await writeFile(
  new URL('qr-decoder.d.ts', dist),
  'export class BarcodeDetector {\n  constructor(options: { formats: string[] });\n  detect(image: ImageBitmapSource): Promise<{ rawValue: string }[]>;\n}\n',
);
await copyFile(new URL('../node_modules/qr/LICENSE-MIT', import.meta.url), new URL('qr-decoder.LICENSE.txt', dist));
// The .gitignore of wasm-pack would keep dist out of the package.
await rm(new URL('.gitignore', dist), { force: true });
