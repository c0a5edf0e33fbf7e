// Signs every account in once; the tests start from there.
import { test } from '@playwright/test';
import { ACCOUNTS, expectConsole, PASSWORD, signedIn, signIn } from './accounts';

for (const account of ACCOUNTS) {
  test(`${account} signs in`, async ({ page }) => {
    await signIn(page, account, PASSWORD);
    await expectConsole(page);
    await page.context().storageState({ path: signedIn(account) });
  });
}
