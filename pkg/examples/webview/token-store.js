// The token store of this page. An app uses the key store of its system instead. It reads the tokens into memory before
// it starts the core, because the store must return at once.

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
