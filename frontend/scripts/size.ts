// Fails when the console has become heavier than its budgets: what the login page loads at first, what each
// further page adds, each language, and the wasm. Measured as the browser gets it, compressed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';

const BUDGET = { firstLoad: 250, route: 40, language: 30, wasm: 60 };
/** Whole libraries, loaded only where somebody draws a chart or writes formatted text. */
const LIBRARIES: Record<string, number> = {
  'src/kernel/chart/drawing.tsx': 180,
  'src/kernel/rich-text/rich-text-editor.tsx': 150,
};
const DIST = new URL('../dist/', import.meta.url).pathname;
const KILOBYTE = 1024;

interface Chunk {
  file: string;
  name: string;
  src?: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
  assets?: string[];
}

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

function size(file: string): number {
  return (
    gzipSync(readFileSync(join(DIST, file)), { level: constants.Z_BEST_COMPRESSION }).length /
    KILOBYTE
  );
}

/** Every file that a browser fetches for a chunk: itself and all that it imports. */
function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const file of [...(chunk.css ?? []), ...(chunk.assets ?? [])]) seen.add(file);
  for (const next of chunk.imports ?? []) filesOf(next, seen);
  return seen;
}

function keyOf(part: string): string {
  const found = Object.keys(manifest).find((key) => key.includes(part));
  if (found === undefined) throw new Error(`The build has no chunk for ${part}`);
  return found;
}

const entry = keyOf('index.html');
const first = new Set(
  ['locales/ko.json', 'login-page']
    .map(keyOf)
    .concat(entry)
    .flatMap((key) => [...filesOf(key)]),
);
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
const isCatalogue = (chunk: Chunk) => /^src\/locales\/[\w-]+\.json$/.test(chunk.src ?? '');
for (const chunk of Object.values(manifest)) {
  if (isCatalogue(chunk)) check(chunk.src ?? chunk.file, size(chunk.file), BUDGET.language);
  else if (!first.has(chunk.file) && chunk.file.endsWith('.js'))
    check(
      chunk.file,
      total([chunk.file, ...(chunk.css ?? [])]),
      LIBRARIES[chunk.src ?? ''] ?? BUDGET.route,
    );
}
if (failures.length > 0) {
  console.error(`Over budget: ${failures.join(', ')}`);
  process.exitCode = 1;
}
