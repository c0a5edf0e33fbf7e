// The statistics: each opens with a table of its figures, its filters are in the address, and its
// figures link to what was counted. pages.spec.ts checks colours, sizes and names.
import { expect, test, type Page } from '@playwright/test';
import { STATISTICS, TEST_CASES, TEST_CATEGORIES } from '../src/features/statistics/screens';
import { signedIn } from './accounts';

test.use({ storageState: signedIn('admin') });

/** The demonstration's measurements are from recent years. */
const LONG = '?start=2020-01-01&end=2026-12-31&bucket=YEAR';

async function opened(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('table').first().getByRole('row').nth(1)).toBeVisible({
    timeout: 20_000,
  });
}

for (const { path } of STATISTICS) {
  test(`${path} has its figures in a table`, async ({ page }) => {
    await opened(page, `${path}${LONG}`);
    await expect(page.getByText(/\d\d:\d\d 기준/)).toBeVisible();
  });
}

test('a filter changes the address, and the address alone brings the figures back', async ({
  page,
}) => {
  await opened(page, `${TEST_CATEGORIES.path}${LONG}`);
  const total = page.getByRole('row', { name: /^전체/ }).first();
  const ofEverybody = await total.textContent();
  await page.getByRole('combobox', { name: '성별' }).click();
  await page.getByRole('option', { name: '여성' }).click();
  await expect(page).toHaveURL(/sex=FEMALE/);
  await expect(total).not.toHaveText(ofEverybody ?? '');
  const figures = await total.textContent();
  await page.reload();
  await expect(total).toHaveText(figures ?? '');
});

test('a figure leads to the history with the same filters', async ({ page }) => {
  await opened(page, `${TEST_CATEGORIES.path}${LONG}&sex=MALE`);
  await page.getByRole('link', { name: /^신체 측정, 검사 건수/ }).click();
  await expect(page).toHaveURL(/physical_test_result_history\?/);
  await expect(page).toHaveURL(/startMeasuredAt=2020-01-01&endMeasuredAt=2026-12-31&sex=MALE/);
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
});

test('keys alone open the buckets and sort a column', async ({ page }) => {
  await opened(page, `${TEST_CASES.path}${LONG}`);
  const byBucket = page.getByRole('checkbox', { name: '구간별 값 보기' });
  await byBucket.focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/byBucket=true/);
  await expect(page.getByRole('columnheader', { name: '2026년' })).toBeAttached();
  const head = page.getByRole('columnheader', { name: '검사 건수', exact: true });
  await head.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
});

test('what would be too much is refused at its field', async ({ page }) => {
  await page.goto(`${TEST_CASES.path}?start=2000-01-01&end=2026-12-31&bucket=DAY`);
  await expect(page.getByText(/구간이 1,?000개를 넘습니다/)).toBeVisible();
  await page.goto(`${TEST_CASES.path}?start=2026-02-01&end=2026-01-01`);
  await expect(page.getByText('종료일은 시작일과 같거나 그 이후여야 합니다.')).toBeVisible();
});

test('on paper there are the title, the filters in words, the chart and the table', async ({
  page,
}) => {
  await opened(page, `${TEST_CATEGORIES.path}${LONG}`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('2020-01-01 ~ 2026-12-31')).toBeVisible();
  await expect(page.getByRole('table').first()).toBeVisible();
  await expect(page.getByRole('search')).toBeHidden();
  await expect(page.getByRole('button', { name: '인쇄' })).toBeHidden();
});
