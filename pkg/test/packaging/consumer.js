// Creates a fresh folder with the packed package installed and the code of the README in it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
const README = readFileSync(join(PACKAGE, 'README.md'), 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'uno-core-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/**
 * @param {string} directory
 * @param {string[]} words
 */
function npm(directory, ...words) {
  return execFileSync('npm', [...words, '--silent', '--no-audit', '--no-fund'], {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const tarball = join(folder, npm(PACKAGE, 'pack', '--pack-destination', folder).trim().split('\n').at(-1) ?? '');

/**
 * Creates the folder.
 *
 * @param {Record<string, string>} files By path.
 */
export function consumer(files) {
  const directory = mkdtempSync(join(folder, 'consumer-'));
  for (const [path, text] of Object.entries({ 'package.json': '{ "private": true, "type": "module" }', ...files })) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  npm(directory, 'install', '--offline', '--no-save', tarball);
  return directory;
}

/**
 * Returns the code block of the README with this name, which follows the language of the block.
 *
 * @param {string} name
 */
export function readme(name) {
  const code = README.match(new RegExp('^```\\w+ ' + name.replaceAll('.', '\\.') + '\\n([^]*?)^```$', 'm'))?.[1];
  if (code === undefined) throw new Error(`The README has no ${name}.`);
  return code;
}

/** Returns the names in the README's text: inline code that is one name or a call. */
export function namesInReadme() {
  const text = README.replaceAll(/^```[^]*?^```$/gm, '');
  return [...text.matchAll(/`([a-zA-Z]\w*)(?:\([^`]*\))?`/g)].map(([, name]) => String(name));
}

/** Returns the names of all code blocks of the README in this language. @param {string} language */
export function readmeNames(language) {
  return [...README.matchAll(new RegExp('^```' + language + ' (\\S+)$', 'gm'))].map(([, name]) => String(name));
}
