// The package's types, compiled by strict consumers.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { consumer, PACKAGE, readme, readmeNames } from './consumer.js';

const SOURCES = new URL('./types/', import.meta.url);
const STRICT = {
  strict: true,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  target: 'esnext',
  lib: ['esnext', 'dom', 'dom.iterable'],
  types: [],
  // A file without imports is a script, even if the package declares its files as modules.
  moduleDetection: 'legacy',
};

let folder = '';
before(() => {
  const sources = readdirSync(SOURCES).map((name) => [name, readFileSync(new URL(name, SOURCES), 'utf8')]);
  const starts = readmeNames('ts').map((name) => [join('readme', name), readme(name)]);
  folder = consumer(Object.fromEntries([...sources, ...starts]));
});

for (const [module, moduleResolution] of [
  ['esnext', 'bundler'],
  ['node16', 'node16'],
]) {
  test(`a strict program accepts the types with moduleResolution ${moduleResolution}`, () => {
    const settings = join(folder, `tsconfig.${moduleResolution}.json`);
    writeFileSync(settings, JSON.stringify({ compilerOptions: { ...STRICT, module, moduleResolution } }));
    const compiled = spawnSync(join(PACKAGE, 'node_modules/.bin/tsc'), ['--project', settings], { encoding: 'utf8' });
    assert.equal(compiled.stdout, '');
    assert.equal(compiled.status, 0);
  });
}
