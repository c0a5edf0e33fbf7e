// Lets the bundler leave out the components of libraries that nobody uses. It keeps whatever a file of theirs does when
// it is loaded: so the calls that make components are marked as having no effect besides, and the names that components
// are given for the tools of developers are taken away, which nobody reads in a build.
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
