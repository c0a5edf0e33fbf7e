import { expect, test } from '@playwright/test';
import { signedIn } from './accounts';

const HISTORY = '/history/physical_test_result_history';
test.use({ storageState: signedIn('admin') });

test('filters are in the address, and the address alone brings them back', async ({ page }) => {
  await page.goto(HISTORY);
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'BMI 등급' }).click();
  await page.getByRole('listbox').getByRole('option', { name: '비만1단계' }).click();
  await expect(page).toHaveURL(/bmiGrades=OBESITY_1/);
  await page.keyboard.press('Escape');
  await page.reload();
  const rows = page.locator('tbody tr');
  await expect(rows.first()).toContainText('비만1단계');
  for (const row of await rows.all()) await expect(row).toContainText('비만1단계');
  await page.getByRole('button', { name: '조건 초기화' }).click();
  await expect(page).toHaveURL(HISTORY);
});

test('the next page goes on where this one ends, and Back returns', async ({ page }) => {
  await page.goto(HISTORY);
  const first = page.locator('[data-row-link]').first();
  const address = () => first.getAttribute('href');
  await expect(first).toBeVisible();
  const before = await address();
  await page.getByRole('button', { name: '다음 페이지' }).last().click();
  await expect(page).toHaveURL(/page=1&after=[\w-]{20,}/);
  await expect.poll(async () => (await address())?.split('?')[0]).not.toBe(before);
  await page.goBack();
  await expect.poll(address).toBe(before);
});

test('a measurement shows its values, its grades and the rules that gave them', async ({
  page,
}) => {
  await page.goto(HISTORY);
  await page.locator('[data-row-link]').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('판정 근거');
  await expect(dialog).toContainText('국내 신체 측정 기준');
  await page.goBack();
  await expect(dialog).toBeHidden();
});

test('an export is a job whose file is downloaded when it is done', async ({ page }) => {
  await page.goto(`${HISTORY}?sex=FEMALE`);
  await page.getByRole('button', { name: '엑셀 내보내기' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: '파일 내려받기' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
});
