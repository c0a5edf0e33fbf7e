// Compiles the message catalogues (ICU text) while building, so that the browser needs no parser, and splits each
// into the areas that are loaded apart: `ko.json?area=login` is what the login page says in Korean. A text that a
// language lacks is Korean in it (the tests do not let that happen for long).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { areasOf, type Source } from '../src/locales/areas.ts';

const CATALOGUE = /^(.*\/src\/locales\/)[\w-]+\.json(?=\?area=([\w-]+)$)/;

/** The files of a folder that can say a text. */
export function sourcesIn(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|json)$/.test(path) && !/\.test\.|\/testing\/|^locales\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

export function catalogues(): Plugin {
  let areas: ReturnType<typeof areasOf> | undefined;
  return {
    name: 'uno-catalogues',
    // Before Vite's own JSON handling, which would otherwise turn the file into plain text.
    enforce: 'pre',
    load(id) {
      const [file, folder = '', area] = CATALOGUE.exec(id) ?? [];
      if (file === undefined) return null;
      const messages: Record<string, string> = {};
      for (const source of [`${folder}ko.json`, file]) {
        this.addWatchFile(source);
        Object.assign(messages, JSON.parse(readFileSync(source, 'utf8')));
      }
      areas ??= areasOf(Object.keys(messages), sourcesIn(join(folder, '..')));
      const compiled = Object.fromEntries(
        Object.entries(messages)
          .filter(([key]) => (areas?.get(key) ?? 'console') === area)
          .map(([key, text]) => [key, compileMessage(text)]),
      );
      return {
        code: `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`,
        map: null,
        moduleType: 'js',
      };
    },
  };
}
