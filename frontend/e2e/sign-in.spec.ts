import { expect, test } from '@playwright/test';
import { expectConsole, PASSWORD, signIn } from './accounts';
import { faultsOf } from './axe';
import { withSettings } from './page-settings';

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

test('a wrong password and an unknown ID are told alike, once, under the field', async ({
  page,
}) => {
  for (const loginId of ['vendor2', 'nobody-here']) {
    await signIn(page, loginId, 'wrong');
    await expect(page.getByText('비밀번호가 일치하지 않습니다.')).toHaveCount(1);
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
  await expect(dialog).toContainText('로그아웃하시겠습니까?');
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

test.describe('the development bar', () => {
  test('leads every call to the address that is applied, and back', async ({ page, baseURL }) => {
    await page.goto('/');
    const called = () => page.waitForRequest((request) => request.url().endsWith('/auth/token'));
    const submit = async () => {
      const call = called();
      await page.getByLabel('아이디').fill('nobody-here');
      await page.getByLabel('비밀번호', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: '로그인' }).click();
      return (await call).url();
    };
    const bar = page.getByRole('complementary', { name: '개발 도구' });
    await bar.getByLabel('API 주소').fill('other.example.com');
    await bar.getByRole('button', { name: '적용' }).click();
    await expect(bar.getByText('전체 주소를 입력해주세요.')).toBeVisible();

    const reloaded = page.waitForEvent('load');
    await bar.getByLabel('API 주소').fill(`${baseURL ?? ''}/elsewhere/`);
    await bar.getByRole('button', { name: '적용' }).click();
    await reloaded;
    await expect(bar.getByLabel('API 주소')).toHaveValue(`${baseURL ?? ''}/elsewhere`);
    expect(await submit()).toBe(`${baseURL ?? ''}/elsewhere/api/v1/auth/token`);

    const again = page.waitForEvent('load');
    await bar.getByRole('button', { name: '초기화' }).click();
    await again;
    await expect(bar.getByLabel('API 주소')).toHaveValue('');
    expect(await submit()).toBe(`${baseURL ?? ''}/api/v1/auth/token`);
  });

  test('switches to the user mode and back', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: '사용자 모드' }).click();
    await expect(page.getByRole('img', { name: '로그인용 QR 코드' })).toBeVisible();
    await page.getByRole('button', { name: '관리자 모드' }).click();
    await expect(page.getByLabel('아이디')).toBeVisible();
  });
});

test('a server that is not for developing has no development bar', async ({ page }) => {
  await withSettings(page, { development: false });
  await page.goto('/');
  await expect(page.getByRole('button', { name: '로그인' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('complementary')).toHaveCount(0);
});

test('the notice is shown until its last day, and not again on a day it was sent away for', async ({
  page,
}) => {
  await withSettings(page, { noticeUntil: '2099-12-31' });
  await page.goto('/');
  const notice = page.getByRole('dialog', { name: 'CMS 개편 완료 안내' });
  await expect(notice).toBeVisible();
  await expect
    .poll(async () => {
      const box = await notice.boundingBox();
      return [box?.width, box?.height].map((side) => Math.round(side ?? 0));
    })
    .toEqual([416, 464]);
  await expect(notice.getByRole('button', { name: '닫기' })).toBeFocused();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(notice).toBeHidden();
  await expect(page.getByLabel('아이디')).toBeFocused();

  await page.reload();
  await notice.getByRole('button', { name: '오늘 하루 보지 않기' }).click();
  await expect(notice).toBeHidden();
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul' }).format(new Date());
  expect(await page.evaluate(() => localStorage.getItem('hideCmsPopupUntil'))).toBe(today);
  await page.reload();
  await expect(page.getByRole('complementary')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('the notice is over since July 2025 unless the server says otherwise', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('complementary')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
