import { expect, test } from '@playwright/test';
import { expectConsole, PASSWORD, signIn } from './accounts';

test('a visitor sees the login page at every address', async ({ page }) => {
  await page.goto('/company_management/vendor_management');
  await expect(page.getByRole('heading', { name: 'UNO CMS LOGIN' })).toBeVisible();
});

test('signing in says so and leads to the first page', async ({ page }) => {
  await page.goto('/account_settings');
  await signIn(page, 'operator', PASSWORD);
  await expect(page.getByText('성공적으로 로그인이 되었습니다.')).toBeVisible();
  await expectConsole(page);
  await expect(page).toHaveURL('/');
});

test('a wrong password and an unknown ID are told alike, under the field and as a toast', async ({
  page,
}) => {
  for (const loginId of ['vendor2', 'nobody-here']) {
    await signIn(page, loginId, 'wrong');
    await expect(page.getByText('비밀번호가 일치하지 않습니다.')).toHaveCount(2);
  }
});

test('an empty form names what is missing', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: '로그인' }).click();
  await expect(page.getByText('아이디를 입력해주세요.')).toBeVisible();
  await expect(page.getByText('비밀번호를 입력해주세요.')).toBeVisible();
});

test('signing out asks first, ends the session here and in other tabs', async ({
  page,
  context,
}) => {
  await signIn(page, 'vendor2', PASSWORD);
  await expectConsole(page);
  const other = await context.newPage();
  await other.goto('/account_settings');
  await expect(other.getByRole('heading', { name: '계정 설정' })).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: '로그아웃' }).click();
  const dialog = page.getByRole('dialog', { name: '로그아웃' });
  await expect(dialog).toContainText('로그아웃 하시겠습니까?');
  await dialog.getByRole('button', { name: '닫기' }).last().click();
  await expect(dialog).toBeHidden();

  await page.getByRole('banner').getByRole('button', { name: '로그아웃' }).click();
  await page
    .getByRole('dialog', { name: '로그아웃' })
    .getByRole('button', { name: '확인' })
    .click();
  await expect(page.getByRole('heading', { name: 'UNO CMS LOGIN' })).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(other.getByRole('heading', { name: 'UNO CMS LOGIN' })).toBeVisible();
  expect(
    (await context.cookies()).filter(({ name, value }) => name.includes('token') && value !== ''),
  ).toEqual([]);
});
