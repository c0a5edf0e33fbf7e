// The script for pages without modules: it exports nothing and sets a global.
import type * as core from './index.js';

declare global {
  const UnoCore: typeof core;
}
