// The script for pages without modules: what it sets.
export * from './index.js';
export as namespace UnoCore;
