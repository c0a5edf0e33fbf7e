import { expect, test } from '@playwright/test';
import { signedIn } from './accounts';

const HISTORY = '/history/physical_test_result_history';
test.use({ storageState: signedIn('admin') });

test('filters are in the address, and the address alone brings them back', async ({ page }) => {
  await page.goto(HISTORY);
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  const more = page.getByRole('button', { name: '상세 조건' });
  await more.click();
  await page.getByRole('combobox', { name: 'BMI 등급' }).click();
  await page.getByRole('listbox').getByRole('option', { name: '비만1단계' }).click();
  await expect(page).toHaveURL(/bmiGrades=OBESITY_1/);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(more).toHaveAccessibleName('상세 조건(1개 적용)');
  await expect(page.getByRole('search')).toContainText('비만1단계');
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
  await page.goto(`${HISTORY}?bmiGrades=OBESITY_1`);
  const row = page.getByRole('row').nth(1);
  const header = page.getByRole('columnheader');
  const told = async (column: string) => {
    const names = await header.allInnerTexts();
    return row
      .getByRole('cell')
      .nth(names.findIndex((name) => name.trim() === column))
      .innerText();
  };
  await expect(row).toContainText('비만1단계');
  const values = [await told('BMI'), await told('혈압(mmHg)'), await told('혈압 등급')];
  await row.locator('[data-row-link]').click();
  const dialog = page.getByRole('dialog');
  for (const value of ['비만1단계', ...values]) await expect(dialog).toContainText(value);
  await expect(dialog).toContainText('판정 근거');
  await expect(dialog).toContainText('국내 신체 측정 기준');
  await page.goBack();
  await expect(dialog).toBeHidden();
});

test('an export is a job whose file is downloaded when it is done', async ({ page }) => {
  // Few people: for many people in one day a reason is required.
  await page.goto(`${HISTORY}?ageDecades=80`);
  await page.getByRole('button', { name: '내보내기', exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const format of ['XLSX', 'CSV']) {
    await dialog.getByRole('button', { name: format }).click();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: '파일 내려받기' }).click();
    expect((await download).suggestedFilename()).toMatch(new RegExp(`\\.${format}$`, 'i'));
  }
});
