// A focused input is visibly focused, and its error stays visible. pages.spec.ts checks sizes.
import { expect, test } from '@playwright/test';
import { signedIn } from './accounts';

test.describe.configure({ mode: 'parallel' });

const VENDORS = '/company_management/vendor_management';
const MEMBERS = '/member_management/company_member_management';

test.describe('an input', () => {
  test.use({ storageState: signedIn('admin') });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`that is focused has a ring, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${VENDORS}/new`);
      const name = page.getByRole('dialog').getByRole('textbox', { name: '업체명' });
      await expect(name).toBeFocused();
      await expect(name).toHaveCSS('outline-style', 'solid');
      await expect(name).toHaveCSS('outline-width', '2px');
    });
  }

  test('with an error keeps it in sight while its calendar is open', async ({ page }) => {
    await page.goto(`${MEMBERS}/new`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '저장', exact: true }).click();
    const input = dialog.locator('[data-path="birthDate"]');
    await input.click();
    const calendar = page.locator('.mantine-Popover-dropdown', { has: page.locator('table') });
    await expect(calendar).toBeVisible();
    const error = dialog
      .locator('.mantine-InputWrapper-root', { has: page.locator('[data-path="birthDate"]') })
      .locator('.mantine-InputWrapper-error');
    await expect(error).toBeVisible();
    await expect
      .poll(async () => {
        const [one, other] = [await calendar.boundingBox(), await error.boundingBox()];
        if (!one || !other) return false;
        return one.y >= other.y + other.height || one.y + one.height <= other.y;
      })
      .toBe(true);
  });
});
