// The environment of every test: Korean texts, and browser APIs that jsdom lacks.
import '@testing-library/jest-dom/vitest';
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { startCore } from '~/domain/core';
import { activateLanguage, loadTexts } from '~/kernel/i18n/i18n';
import { FEATURES } from '~/locales/areas';
// Tests do not wait for lazily loaded controls.
import '~/ui/controls/at-once';

// Other builds may share the machine's cores. A long timeout costs nothing if the result arrives.
configure({ asyncUtilTimeout: 8_000 });

vi.stubGlobal('fetch', (address: string) =>
  Promise.reject(new TypeError(`No network in tests: ${address}`)),
);

// As on a page that a browser trusts.
Object.defineProperty(window, 'isSecureContext', {
  configurable: true,
  value: true,
  writable: true,
});

// The real shared core. Without a server its wasm is read from disk.
await startCore({
  bytes: readFile(join(import.meta.dirname, '../../../../pkg/dist/uno_core_bg.wasm')),
});
for (const area of ['console', ...FEATURES] as const) await loadTexts(area);

class NoObserver implements ResizeObserver {
  observe(): void {
    // Sizes never change in jsdom.
  }
  unobserve(): void {
    // See above.
  }
  disconnect(): void {
    // See above.
  }
}

vi.stubGlobal('crypto', webcrypto);
vi.stubGlobal('ResizeObserver', NoObserver);
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
Object.defineProperty(document, 'fonts', { value: new EventTarget() });
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.checkVisibility = () => true;
// There is no layout, so nothing has a width.
HTMLCanvasElement.prototype.getContext = () => null;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  await activateLanguage('ko');
});

afterEach(() => {
  cleanup();
  notifications.clean();
});
