// Leaves out the library's colours that nobody uses here: it defines each in ten shades and for every kind of button.
import type { Plugin } from 'vite';
import { UNUSED_COLORS } from '../src/app/unused-colors.ts';

const DEFINED = new RegExp(`--mantine-color-(?:${UNUSED_COLORS.join('|')})-[\\w-]+:[^;]+;`, 'g');

export function unusedColors(): Plugin {
  return {
    name: 'uno-unused-colors',
    // Before Vite makes code of the styles.
    enforce: 'pre',
    transform: {
      filter: { id: /\/@mantine\/core\/styles\/default-css-variables\.css$/ },
      handler: (code) => ({ code: code.replace(DEFINED, ''), map: null }),
    },
  };
}
