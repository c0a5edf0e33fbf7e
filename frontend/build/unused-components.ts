// Lets the bundler drop unused components of libraries. Bundlers keep module-level side effects, so
// this marks the calls that create components as pure, and removes the assignments of display
// names, which only developer tools use.
import type { Plugin } from 'vite';

const MADE = /^(const \w+ = )((?:React(?:\$\d)?\.)?(?:forwardRef|memo)\()/gm;
const NAMED = /^\w+\.displayName = "[^"]*";$/gm;

export function unusedComponents(): Plugin {
  return {
    name: 'uno-unused-components',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/.*\.m?js$/, code: /displayName|forwardRef|memo/ },
      handler: (code) => ({
        code: code.replace(MADE, '$1/* @__PURE__ */ $2').replace(NAMED, ''),
        map: null,
      }),
    },
  };
}
