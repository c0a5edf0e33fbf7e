// Compiles the message catalogues (ICU messages) at build time, so that the browser needs no
// parser, and splits each into separately loaded areas: `ko.json?area=login` has the Korean texts
// of the login page. A text missing in a language falls back to Korean (the tests fail until it is
// translated).
//
// The build emits one file per language and area, with a single hash of all of them in its name: a
// table of hundreds of file names would be larger than the texts of the login page.
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { areasOf, type Area, type Source } from '../src/locales/areas.ts';

const SOURCES = join(import.meta.dirname, '../src');
const LOCALES = join(SOURCES, 'locales');
const CATALOGUE = /\/src\/locales\/([\w-]+)\.json\?(?:import&)?area=([\w-]+)$/;

/** Returns the files of a folder that can contain texts. */
export function sourcesIn(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|json)$/.test(path) && !/\.test\.|\/testing\/|^locales\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

type Texts = Record<string, string>;

function textsOf(language: string): Texts {
  const own = (tag: string) =>
    JSON.parse(readFileSync(join(LOCALES, `${tag}.json`), 'utf8')) as Texts;
  return { ...own('ko'), ...own(language) };
}

function moduleOf(texts: Texts, areas: ReturnType<typeof areasOf>, area: Area): string {
  const compiled = Object.fromEntries(
    Object.entries(texts)
      .filter(([key]) => areas.get(key)?.has(area))
      .map(([key, text]) => [key, compileMessage(text)]),
  );
  // In single quotes, because the JSON contains many double quotes and few apostrophes.
  return `export default JSON.parse('${JSON.stringify(compiled).replace(/['\\]/g, '\\$&')}')`;
}

/** Returns every catalogue by language and area, as `ko.login`. */
function allCatalogues(): Map<string, string> {
  const all = new Map<string, string>();
  const languages = readdirSync(LOCALES).flatMap(
    (file) => /^([\w-]+)\.json$/.exec(file)?.[1] ?? [],
  );
  const areas = areasOf(Object.keys(textsOf('ko')), sourcesIn(SOURCES));
  for (const language of languages) {
    const texts = textsOf(language);
    for (const area of new Set<Area>([
      'console',
      ...[...areas.values()].flatMap((some) => [...some]),
    ]))
      all.set(`${language}.${area}`, moduleOf(texts, areas, area));
  }
  return all;
}

export function catalogues(): Plugin {
  let built = new Map<string, string>();
  let hash = '';
  let areas: ReturnType<typeof areasOf> | undefined;
  return {
    name: 'uno-catalogues',
    // Before Vite's own JSON handling, which would turn the file into plain text.
    enforce: 'pre',
    config(_config, { command }) {
      if (command !== 'build') return {};
      built = allCatalogues();
      const digest = createHash('sha256');
      for (const [name, code] of built) digest.update(name).update(code);
      hash = digest.digest('base64url').slice(0, 8);
      return { define: { 'import.meta.env.UNO_CATALOGUES': JSON.stringify(hash) } };
    },
    // In development and tests, each is a module.
    load(id) {
      const [, language, area] = CATALOGUE.exec(id) ?? [];
      if (language === undefined || area === undefined) return null;
      for (const tag of ['ko', language]) this.addWatchFile(join(LOCALES, `${tag}.json`));
      const texts = textsOf(language);
      areas ??= areasOf(Object.keys(texts), sourcesIn(SOURCES));
      return { code: moduleOf(texts, areas, area as Area), map: null, moduleType: 'js' };
    },
    generateBundle() {
      for (const [name, source] of built)
        this.emitFile({ type: 'asset', fileName: `assets/${name}-${hash}.js`, source });
    },
  };
}
