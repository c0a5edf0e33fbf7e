// No page has a fault that axe can find: in both languages and schemes, on a desktop and on a phone.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { signedIn } from './accounts';

const PAGES = [
  '/',
  '/account_settings',
  '/company_management/vendor_management',
  '/company_management/dealer_management/new',
  '/company_management/vendor_management/1',
  '/member_management/company_member_management',
  '/member_management/company_member_management/import',
  '/member_management/company_member_management/1',
  '/history/physical_test_result_history',
  '/history/physical_test_result_history/1',
  '/system_management/board_management',
  '/system_management/board_management/new',
  '/system_management/board_management/1',
  '/system_management/board_management/1/edit',
  '/?announcement=1',
  '/no/such/page',
];

const LOOKS = [
  { language: 'ko', colorScheme: 'light', width: 1440 },
  { language: 'en', colorScheme: 'dark', width: 1440 },
  { language: 'ko', colorScheme: 'dark', width: 390 },
  { language: 'en', colorScheme: 'light', width: 390 },
] as const;

async function faults(page: Page): Promise<string[]> {
  // Loading and fading in are over before the page is judged.
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
  await page.evaluate(() =>
    Promise.all(
      document.getAnimations().map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`),
  );
}

for (const { language, colorScheme, width } of LOOKS) {
  test.describe(`${language}, ${colorScheme}, ${String(width)} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 844 } });
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((tag) => {
        localStorage.setItem('uno-language', tag);
      }, language);
    });

    test('the login page', async ({ page }) => {
      await page.goto('/');
      await page.locator('main button[type="submit"]').click();
      expect(await faults(page)).toEqual([]);
    });

    test.describe('the console', () => {
      test.use({ storageState: signedIn('admin') });
      for (const address of PAGES) {
        test(address, async ({ page }) => {
          await page.goto(address);
          await expect(page.getByRole('banner').or(page.getByRole('dialog')).first()).toBeVisible();
          await page.waitForLoadState('networkidle');
          expect(await faults(page)).toEqual([]);
        });
      }
    });
  });
}
