// Signs in every account before the tests, and again while they run: an access token is valid for a
// quarter of an hour, and the whole run takes longer. The tests have only an account's cookies and
// not the browser's non-extractable key, so these sessions are created without one and cannot be
// renewed by the tests.
import { rename } from 'node:fs/promises';
import { chromium, type FullConfig } from '@playwright/test';
import { ACCOUNTS, expectConsole, PASSWORD, signedIn, signIn } from './accounts';

/** The remaining validity of a token then exceeds the longest test. */
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
        // A test that starts now reads either the old or the new file, never a partial one.
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
