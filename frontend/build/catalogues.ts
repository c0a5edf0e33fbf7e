// Compiles the message catalogues (ICU text) while building, so that the browser needs no parser. A text that
// a language lacks is Korean in it (the tests do not let that happen for long).
import { readFileSync } from 'node:fs';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const CATALOGUE = /\/src\/locales\/[\w-]+\.json$/;

export function catalogues(): Plugin {
  return {
    name: 'uno-catalogues',
    // Before Vite's own JSON handling, which would otherwise turn the file into plain text.
    enforce: 'pre',
    transform(source, id) {
      if (!CATALOGUE.test(id)) return null;
      const fallback = id.replace(/[\w-]+\.json$/, 'ko.json');
      this.addWatchFile(fallback);
      const messages = {
        ...(JSON.parse(readFileSync(fallback, 'utf8')) as Record<string, string>),
        ...(JSON.parse(source) as Record<string, string>),
      };
      const compiled = Object.fromEntries(
        Object.entries(messages).map(([key, text]) => [key, compileMessage(text)]),
      );
      return {
        code: `export default JSON.parse(${JSON.stringify(JSON.stringify(compiled))})`,
        map: null,
        moduleType: 'js',
      };
    },
  };
}
