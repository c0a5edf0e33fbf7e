// Signs every account in once; the tests start from there. They have its cookies and not the key that a browser
// makes and nobody can copy, so these sessions are made without one.
import { test } from '@playwright/test';
import { ACCOUNTS, expectConsole, PASSWORD, signedIn, signIn } from './accounts';

for (const account of ACCOUNTS) {
  test(`${account} signs in`, async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'indexedDB', { value: undefined });
    });
    await signIn(page, account, PASSWORD);
    await expectConsole(page);
    await page.context().storageState({ path: signedIn(account) });
  });
}
