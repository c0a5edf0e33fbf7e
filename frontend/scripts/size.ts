// Fails when the console has become heavier than its budgets: what the login page loads at first, what each
// further chunk adds, each language, and the wasm. Measured as the browser gets it, compressed.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const BUDGET = { firstLoad: 174, page: 10, wasm: 60 };
/** Of a language: what the login page says, what every page may, and what comes once a page rests. */
const CATALOGUE: Record<string, number> = { login: 3, console: 11, forms: 5 };
/** What one feature says, alone or as others do. */
const FEATURE_CATALOGUE = 4;
/** Chunks that many pages share, and whole libraries, loaded only where somebody draws a chart or writes formatted text. */
const SHARED: Record<string, number> = {
  console: 60,
  list: 20,
  form: 13,
  // These come once a page rests.
  controls: 52,
  dialog: 27,
  // Messages, with what they share with dialogs: the first comes after the sign-in.
  toasts: 13,
  'rich-text.module': 13,
  drawing: 150,
  'rich-text-editor': 125,
  // Dragging by pointer, touch and keys, with its words in every language; only where a tree is.
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

/** What the server sends: the copy that the build has compressed, where there is one. */
function size(file: string): number {
  const path = join(DIST, file);
  const sent = existsSync(`${path}.br`) ? `${path}.br` : path;
  return statSync(sent).size / KILOBYTE;
}

/** What the page names, what its login page is answered besides, and the wasm that it fetches once it is drawn. */
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
