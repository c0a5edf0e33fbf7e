// Fails if the console exceeds its size budgets: the first load of the login page, every further
// chunk, each language, and the wasm. Sizes are compressed, as transferred to the browser.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const BUDGET = { firstLoad: 175, page: 10, wasm: 60 };
/**
 * Per language: the texts of the login page, those of every page, and those loaded when a page is
 * idle.
 */
const CATALOGUE: Record<string, number> = { login: 3, console: 11, forms: 5 };
/** The texts of a single feature. */
const FEATURE_CATALOGUE = 4;
/**
 * Chunks shared by many pages, and large libraries, which are loaded only for charts or formatted
 * text.
 */
const SHARED: Record<string, number> = {
  console: 63,
  list: 21,
  form: 13,
  // Loaded when a page is idle.
  controls: 52,
  dialog: 27,
  // Toasts, with what they share with dialogs: the first one appears after the sign-in.
  toasts: 13,
  'rich-text.module': 13,
  drawing: 150,
  'rich-text-editor': 125,
  // Drag and drop by pointer, touch and keyboard, with its texts in every language. Only pages with
  // a tree load it.
  'movable-tree': 65,
};
const DIST = new URL('../dist/', import.meta.url).pathname;
const KILOBYTE = 1024;

interface Chunk {
  file: string;
  name: string;
  css?: string[];
}

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

/** Returns the transferred size: that of the compressed copy if the build has one. */
function size(file: string): number {
  const path = join(DIST, file);
  const sent = existsSync(`${path}.br`) ? `${path}.br` : path;
  return statSync(sent).size / KILOBYTE;
}

/**
 * The files that index.html lists, those that the server adds for the login page, and the wasm,
 * which is loaded after the first render.
 */
const page = readFileSync(join(DIST, 'index.html'), 'utf8');
const preloads = JSON.parse(readFileSync(join(DIST, 'preloads.json'), 'utf8')) as {
  login: string[];
};
const first = new Set([
  ...[...page.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, file = '']) => file),
  ...preloads.login,
]);
for (const file of readdirSync(join(DIST, 'assets')))
  if (file.endsWith('.wasm')) first.add(`assets/${file}`);

const failures: string[] = [];
function check(what: string, kilobytes: number, budget: number): void {
  const verdict = kilobytes <= budget ? 'ok' : 'TOO LARGE';
  console.log(
    `${kilobytes.toFixed(1).padStart(7)} KB of ${String(budget).padStart(3)}  ${what}  ${verdict}`,
  );
  if (kilobytes > budget) failures.push(what);
}

const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + size(file), 0);
check('first load of the login page', total(first), BUDGET.firstLoad);
for (const file of first) console.log(`        ${size(file).toFixed(1).padStart(6)} KB  ${file}`);
for (const file of readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.wasm'))) {
  check(`wasm ${file}`, size(`assets/${file}`), BUDGET.wasm);
}
for (const file of readdirSync(join(DIST, 'assets'))) {
  const [, area] = /^[a-z]{2}(?:-[A-Z]{2})?\.([\w-]+)-[\w-]{8}\.js$/.exec(file) ?? [];
  if (area !== undefined) check(file, size(`assets/${file}`), CATALOGUE[area] ?? FEATURE_CATALOGUE);
}
for (const { file, name, css = [] } of Object.values(manifest)) {
  if (!first.has(file) && file.endsWith('.js'))
    check(file, total([file, ...css]), SHARED[name] ?? BUDGET.page);
}
if (failures.length > 0) {
  console.error(`Over budget: ${failures.join(', ')}`);
  process.exitCode = 1;
}
