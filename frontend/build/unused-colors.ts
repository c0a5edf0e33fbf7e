// Removes the library's unused colours from the build: each has ten shades and variants for every
// kind of button.
import type { Plugin } from 'vite';
import { UNUSED_COLORS } from '../src/app/unused-colors.ts';

const DEFINED = new RegExp(`--mantine-color-(?:${UNUSED_COLORS.join('|')})-[\\w-]+:[^;]+;`, 'g');

export function unusedColors(): Plugin {
  return {
    name: 'uno-unused-colors',
    // Before Vite converts the styles to code.
    enforce: 'pre',
    transform: {
      filter: { id: /\/@mantine\/core\/styles\/default-css-variables\.css$/ },
      handler: (code) => ({ code: code.replace(DEFINED, ''), map: null }),
    },
  };
}
