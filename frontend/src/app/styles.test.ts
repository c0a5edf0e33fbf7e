// Checks that every library component in use has its styles. They are imported one by one, and a
// missing import shows only if no other page has loaded it. Also checks that every colour in use is
// part of the build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UNUSED_COLORS } from './unused-colors';

const SOURCE = join(import.meta.dirname, '..');
const SOURCES = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(SOURCE, path), 'utf8') }));
const STYLES = join(import.meta.dirname, '../../node_modules/@mantine/core/styles');
/** Style imports that are loaded before any component that needs them. */
const BEFORE = /(main|shell|dialog)-styles\.ts$|ui\/controls\/controls\.ts$/;
/** Components that are used without the library's styles, as the browser renders them. */
const PLAIN = ['List'];

function styledIn(text: string): string[] {
  return [...text.matchAll(/@mantine\/core\/styles\/(\w+)\.css/g)].map(([, name = '']) => name);
}

function drawnIn(text: string): string[] {
  const imports = [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)];
  return imports
    .flatMap(([, names = '']) => names.split(/[\s,]+/))
    .filter((name) => existsSync(join(STYLES, `${name}.css`)));
}

it('of every component are imported', () => {
  const before = SOURCES.filter(({ path }) => BEFORE.test(path)).flatMap(({ text }) =>
    styledIn(text),
  );
  expect(before).toContain('Button');
  const missing = SOURCES.flatMap(({ path, text }) => {
    const there = [...before, ...styledIn(text), ...PLAIN];
    return drawnIn(text).flatMap((name) => (there.includes(name) ? [] : `${path}: ${name}`));
  });
  expect(missing).toEqual([]);
});

it('of every colour are there', () => {
  const styles = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => readFileSync(join(SOURCE, path), 'utf8'));
  const sources = SOURCES.filter(({ path }) => path !== 'app/unused-colors.ts');
  const used = [...sources.map(({ text }) => text), ...styles].flatMap((text) =>
    [...text.matchAll(/(?:['"`]|--mantine-color-)([a-z]+)['"`.-]/g)].map(([, name = '']) => name),
  );
  expect(used).toContain('teal');
  expect(used.filter((name) => UNUSED_COLORS.includes(name))).toEqual([]);
});

it('lets nothing shine through what stays at the end of a dialog while its fields pass under it', () => {
  const sticky = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) => readFileSync(join(SOURCE, path), 'utf8').match(/[^{}]*\{[^{}]*\}/g) ?? [])
    .filter((rule) => rule.includes('position: sticky') && rule.includes('inset-block-end: 0'));
  // Skeletons have the highest z-index of a dialog's content.
  const raised = [
    ...readFileSync(join(STYLES, 'Skeleton.css'), 'utf8').matchAll(/z-index: (\d+)/g),
  ];
  const most = Math.max(...raised.map(([, level]) => Number(level)));
  expect(sticky).not.toEqual([]);
  for (const rule of sticky)
    expect(Number(/z-index: (\d+)/.exec(rule)?.[1]), rule).toBeGreaterThan(most);
});
