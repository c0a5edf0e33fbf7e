// The home page: its cards have figures, link to their screens, and can be arranged by keyboard and
// touch. The arrangement survives a reload.
import { expect, test } from '@playwright/test';
import { signedIn } from './accounts';
import { dragByFinger, pointOf } from './touch';

test.use({ storageState: signedIn('admin') });

for (const address of ['/', '/dashboard']) {
  test(`${address} tells of the last 30 days and leads to the statistics`, async ({ page }) => {
    await page.goto(address);
    const tests = page.getByRole('region', { name: '검사 건수 추이' });
    await expect(tests.getByRole('link')).toBeVisible();
    await expect(tests.locator('.mantine-Skeleton-root')).toHaveCount(0);
    await tests.getByRole('link').click();
    await expect(page).toHaveURL(/\/statistics\/test_category_statistics/);
  });
}

test('cards are arranged by keys and stay so', async ({ page }) => {
  await page.goto('/');
  const headings = page.getByRole('region').getByRole('heading', { level: 2 });
  await expect(headings.nth(1)).toBeVisible();
  const [first = '', second = ''] = await headings.allTextContents();
  await page.getByRole('button', { name: '카드 편집' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `${first}: 아래로` }).focus();
  await page.keyboard.press('Enter');
  await expect(headings.first()).toHaveText(second);
  await page.reload();
  await expect(headings.first()).toHaveText(second);
  await page.getByRole('button', { name: '카드 편집' }).click();
  await page.getByRole('button', { name: '기본 배치로' }).click();
  await expect(headings.first()).toHaveText(first);
});

test('the cards fit a telephone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByRole('region', { name: '검사 건수 추이' })).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('a finger drags a card by its handle', async ({ page }) => {
    await page.goto('/');
    const headings = page.getByRole('region').getByRole('heading', { level: 2 });
    await expect(headings.nth(1)).toBeVisible();
    const [first = '', second = ''] = await headings.allTextContents();
    await page.getByRole('button', { name: '카드 편집' }).tap();
    const card = page.getByRole('region', { name: first });
    const handle = card
      .locator('[aria-hidden]')
      .filter({ has: page.locator('svg') })
      .first();
    const { width = 0, height = 0 } = (await handle.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    const target = page.getByRole('region', { name: second });
    await dragByFinger(page, await pointOf(handle), await pointOf(target));
    await expect(headings.first()).toHaveText(second);
    await page.getByRole('button', { name: '기본 배치로' }).tap();
    await expect(headings.first()).toHaveText(first);
  });
});
