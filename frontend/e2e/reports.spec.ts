import { expect, test } from '@playwright/test';
import { signedIn } from './accounts';
import { fresh } from './fresh';

const REPORTS = '/history/report';

test.describe('reports', () => {
  test.use({ storageState: signedIn('retailer') });

  test('one is made of a member, seen as it stood, printed and removed', async ({ page }) => {
    const comment = fresh('다음 측정은 석 달 뒤로 안내했습니다.');
    await page.goto('/history/hr?isUnassigned=false');
    await expect(page.locator('[data-row-link]').first()).toBeVisible();
    const name = (await page.locator('tbody tr').first().locator('td').nth(0).innerText()).trim();

    await page.goto(REPORTS);
    await page.getByRole('link', { name: '보고서 만들기' }).click();
    const dialog = page.getByRole('dialog', { name: '보고서 만들기' });
    await dialog.getByRole('combobox', { name: /회원/ }).fill(name);
    await page
      .getByRole('option', { name: new RegExp(name) })
      .first()
      .click();
    await dialog.getByRole('textbox', { name: '소견' }).fill(comment);
    await dialog.getByRole('button', { name: '저장', exact: true }).click();
    await expect(dialog).toBeHidden();
    const row = page.getByRole('row').filter({ hasText: comment });
    await expect(row).toContainText(name);

    await row.locator('[data-row-link]').click();
    await expect(page).toHaveURL(/\/history\/report\/\d+$/);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText(comment)).toBeVisible();
    await expect(page.getByText(/이후에 측정이 수정되거나 삭제되어도/)).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('link', { name: '수정' })).toHaveCount(0);

    await page.getByRole('link', { name: '인쇄', exact: true }).click();
    await expect(page).toHaveURL(/\/history\/report\/print\?ids=\d+$/);
    await expect(page.getByRole('heading', { name: '보고서 인쇄' })).toBeVisible();
    await expect(page.getByRole('article', { name: '보고서' })).toContainText(comment);
    await expect(page.getByRole('button', { name: '인쇄', exact: true })).toBeEnabled();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: '인쇄', exact: true })).toBeHidden();
    const sheet = page.getByRole('article').first();
    expect(await sheet.evaluate((one) => one.scrollWidth > one.clientWidth + 1)).toBe(false);
    await page.emulateMedia({ media: null });

    await page.goBack();
    await page.getByRole('button', { name: '삭제' }).click();
    await page
      .getByRole('dialog', { name: '보고서 삭제' })
      .getByRole('button', { name: '삭제' })
      .click();
    await expect(page).toHaveURL(new RegExp(`${REPORTS}$`));
    await expect(page.getByText(comment)).toHaveCount(0);
  });

  test('several are selected and printed, each from a page of its own', async ({ page }) => {
    await page.goto(REPORTS);
    const boxes = page.getByRole('checkbox', { name: /^(?!이 페이지).* 선택$/ });
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByRole('link', { name: '인쇄', exact: true }).click();
    await expect(page.getByRole('article', { name: '보고서' })).toHaveCount(2);
    await expect(page.getByRole('button', { name: '인쇄', exact: true })).toBeEnabled();
    await page.goto(`${REPORTS}/print`);
    await expect(page.getByText('인쇄할 보고서가 없습니다')).toBeVisible();
  });

  test('one is made from the page of a member', async ({ page }) => {
    await page.goto('/member_management/company_member_management');
    await page.locator('[data-row-link]').first().click();
    await page.getByRole('link', { name: '보고서 만들기' }).click();
    const dialog = page.getByRole('dialog', { name: '보고서 만들기' });
    await expect(dialog.getByRole('combobox', { name: /회원/ })).toHaveValue(/\(.+\)/);
  });
});
