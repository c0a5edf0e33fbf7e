// Signs every account in before the tests, which start from there, and again while they run: an access token ends after
// a quarter of an hour, and all tests take longer. They have an account's cookies and not the key that a browser makes
// and nobody can copy, so these sessions are made without one and cannot be renewed by the tests themselves.
import { rename } from 'node:fs/promises';
import { chromium, type FullConfig } from '@playwright/test';
import { ACCOUNTS, expectConsole, PASSWORD, signedIn, signIn } from './accounts';

/** What is left of a token then is more than the longest test takes. */
const EVERY_MILLISECONDS = 8 * 60_000;

export default async function keepSignedIn({ projects }: FullConfig): Promise<() => void> {
  const use = projects[0]?.use;
  const signAllIn = async () => {
    const browser = await chromium.launch(use?.launchOptions);
    try {
      for (const account of ACCOUNTS) {
        const context = await browser.newContext({ baseURL: use?.baseURL ?? '', locale: 'ko-KR' });
        const page = await context.newPage();
        await page.addInitScript(() => {
          Object.defineProperty(window, 'indexedDB', { value: undefined });
        });
        await signIn(page, account, PASSWORD);
        await expectConsole(page);
        // A test that begins now reads the old file or the new one, never a part.
        const path = signedIn(account);
        await context.storageState({ path: `${path}.new` });
        await rename(`${path}.new`, path);
        await context.close();
      }
    } finally {
      await browser.close();
    }
  };
  await signAllIn();
  const timer = setInterval(() => {
    signAllIn().catch((error: unknown) => {
      console.error('The accounts could not be signed in again.', error);
    });
  }, EVERY_MILLISECONDS);
  return () => {
    clearInterval(timer);
  };
}
