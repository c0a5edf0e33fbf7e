// On a phone everything that is touched is as large as a fingertip: 44 px. What stands inside an input or beside a word
// in running text is smaller, but never below 24 px. And what is focused shows it.
import { expect, test, type Page } from '@playwright/test';
import { signedIn, type AccountName } from './accounts';

test.describe.configure({ mode: 'parallel' });

const VENDORS = '/company_management/vendor_management';
const MEMBERS = '/member_management/company_member_management';

const PAGES: Record<'admin' | 'member', readonly string[]> = {
  admin: [
    '/',
    '/account_settings',
    VENDORS,
    `${VENDORS}/1`,
    `${VENDORS}/1/edit`,
    MEMBERS,
    `${MEMBERS}/new`,
    `${MEMBERS}/import`,
    `${MEMBERS}/1`,
    '/history/physical_test_result_history',
    '/history/physical_test_result_history/1',
    '/system_management/board_management',
    '/system_management/terms_management',
    '/personalInformationProtection',
  ],
  member: [
    '/',
    '/users/me',
    '/users/me/edit',
    '/users/me/password',
    '/users/measurements/physical',
  ],
};

async function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const inside = '.mantine-Input-section, .mantine-Pill-root, .mantine-RichText-root';
    return [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input:not([type="hidden"]), select, textarea, [role="tab"]',
      ),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .flatMap((element) => {
        const { width, height, top } = element.getBoundingClientRect();
        // What only the keyboard brings out is not touched; an input is as large as the box around it.
        if (
          top < 0 ||
          width < 2 ||
          height < 2 ||
          element.closest('.mantine-PasswordInput-innerInput, .mantine-MultiSelect-input')
        )
          return [];
        const least = element.closest(inside) ? 24 : 44;
        return Math.round(height) < least || Math.round(width) < Math.min(least, 24)
          ? [
              `${String(Math.round(width))}×${String(Math.round(height))} ${element.outerHTML.slice(0, 140)}`,
            ]
          : [];
      });
  });
}

for (const [account, addresses] of Object.entries(PAGES)) {
  test.describe(`for ${account}`, () => {
    test.use({
      storageState: signedIn(account as AccountName),
      viewport: { width: 390, height: 844 },
    });

    for (const address of addresses) {
      test(`a finger hits everything on ${address}`, async ({ page }) => {
        await page.goto(address);
        await expect(page.locator('main h1, [role="dialog"]').first()).toBeVisible();
        await page.waitForLoadState('networkidle');
        expect(await tooSmall(page)).toEqual([]);
      });
    }
  });
}

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
    await dialog.getByRole('button', { name: '저장' }).click();
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
