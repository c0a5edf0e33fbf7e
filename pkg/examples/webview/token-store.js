// Where this page keeps its tokens. An app keeps them in the key store of its system instead and reads them into
// memory before it starts the core, whose store answers at once.

const KEPT = 'uno-webview-tokens';

/** @type {import('../../index.js').TokenStore} */
export const tokenStore = {
  load() {
    try {
      return JSON.parse(localStorage.getItem(KEPT) ?? 'null');
    } catch {
      // Not written by this page.
      return null;
    }
  },
  save(tokens) {
    if (tokens === null) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, JSON.stringify(tokens));
  },
};
