import { expect, test } from '@playwright/test';
import { signedIn } from './accounts';

test.use({ storageState: signedIn('admin') });

test('the menu is an accordion with one group open, and shows where the reader is', async ({
  page,
}) => {
  await page.goto('/company_management/vendor_management');
  const menu = page.getByRole('navigation', { name: '메뉴' });
  await expect(menu.getByRole('link', { name: '총판 관리' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await menu.getByRole('button', { name: '회원 관리' }).click();
  await expect(menu.getByRole('button', { name: '회원 관리' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(menu.getByRole('button', { name: '업체 관리' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  await menu.getByRole('link', { name: '업체 회원 관리' }).click();
  await expect(page).toHaveURL('/member_management/company_member_management');
  await expect(page).toHaveTitle(/업체 회원/);
});

test('Ctrl+B folds the menu to icons, and the choice is kept for seven days', async ({
  page,
  context,
}) => {
  await page.goto('/');
  const menu = page.getByRole('navigation').first();
  const width = async () => (await menu.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(200);
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBeLessThan(60);
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
  expect(cookie?.value).toBe('collapsed');
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeCloseTo(604_800, -2);
  await page.reload();
  await expect.poll(width).toBeLessThan(60);
});

test('on a phone the menu is a sheet that closes once a page is chosen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: /메뉴 펼치기/ }).click();
  const sheet = page.getByRole('dialog', { name: '메뉴' });
  await sheet.getByRole('button', { name: '이력 관리' }).click();
  await sheet.getByRole('link', { name: '신체 측정 결과 이력' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('heading', { name: '신체 측정 결과 이력' })).toBeVisible();
});

test('the command palette leads to pages', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: '대시보드' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('화면 또는 기능 검색').fill('판매점 관리');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/company_management/retailer_management');
});

test('an unknown address says that there is no such page', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByText('페이지를 찾을 수 없습니다')).toBeVisible();
});

test('the context menu is off, except where people write', async ({ page }) => {
  await page.goto('/company_management/vendor_management');
  const prevented = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(
        (element) =>
          !element.dispatchEvent(
            new MouseEvent('contextmenu', { bubbles: true, cancelable: true }),
          ),
      );
  await expect(page.getByRole('searchbox').first()).toBeVisible();
  expect(await prevented('h1')).toBe(true);
  expect(await prevented('input')).toBe(false);
});

test('a page whose code cannot be fetched reloads once after a second, and then asks for patience', async ({
  page,
}) => {
  const reloading = page.getByText('잠시만요... 페이지를 다시 불러오고 있어요.');
  const failedAgain = page.getByText(
    '방금도 새로고침했는데 또 문제가 발생했어요. 잠시 후 다시 시도해주세요.',
  );
  await page.goto('/');
  await expect(page.getByRole('heading', { name: '대시보드' })).toBeVisible();
  await page.route('**/assets/vendor-page-*.js', (route) => route.abort());
  let loads = 0;
  page.on('load', () => (loads += 1));
  const menu = page.getByRole('navigation', { name: '메뉴' });
  await menu.getByRole('button', { name: '업체 관리' }).click();
  await menu.getByRole('link', { name: '총판 관리' }).click();
  await expect(reloading).toBeVisible();
  const shownAt = Date.now();
  await page.waitForEvent('load');
  expect(Date.now() - shownAt).toBeGreaterThan(500);
  await expect(failedAgain).toBeVisible();
  expect(loads).toBe(1);

  // Five minutes later one reload is due again.
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage)) {
      const at = Number(sessionStorage.getItem(key));
      if (key.includes('reload')) sessionStorage.setItem(key, String(at - 300_001));
    }
  });
  await page.reload();
  await expect(reloading).toBeVisible();
});
