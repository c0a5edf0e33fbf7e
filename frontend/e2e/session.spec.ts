// A session in several tabs, and one that ends during input. Each test signs in by itself, because
// it also ends the session.
import { expect, test, type Page } from '@playwright/test';
import { expectConsole, kept, PASSWORD, signIn } from './accounts';

const VENDORS = '/company_management/vendor_management';
const SECOND = 1000;

const login = (page: Page) => page.getByRole('heading', { name: 'UNO CMS LOGIN' });
const again = (page: Page) => page.getByRole('dialog', { name: '다시 로그인해주세요' });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: '로그아웃' }).click();
  await page
    .getByRole('dialog', { name: '로그아웃' })
    .getByRole('button', { name: '확인' })
    .click();
  await expect(login(page)).toBeVisible();
}

test('another tab follows a sign-out and a sign-in within a second', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto('/account_settings');
  await expect(login(other)).toBeVisible();
  await signIn(page, 'admin', PASSWORD);
  await expectConsole(page);
  await expect(login(other)).toBeHidden({ timeout: SECOND });
  await expect(other.getByRole('heading', { name: '계정 설정' })).toBeVisible();
  await signOut(page);
  await expect(login(other)).toBeVisible({ timeout: SECOND });
  // Tabs in which the user did not sign out explain why the login page is shown.
  await expect(other.getByText('로그아웃되었습니다. 다시 로그인해주세요.')).toBeVisible();
  await expect(page.getByText('로그아웃되었습니다. 다시 로그인해주세요.')).toBeHidden();
});

/** Expires the access token of a page, so that its next call must renew it. */
async function endAccess(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.cookie = 'uno_access_token_expires_at=0; path=/; secure; samesite=strict';
  });
}

test('cookies that were copied into another browser renew nothing there, and the owner goes on', async ({
  page,
  context,
  browser,
}) => {
  await signIn(page, 'dealer', PASSWORD);
  await expectConsole(page);
  const thief = await browser.newContext({ storageState: await context.storageState() });
  const stolen = await thief.newPage();
  await stolen.goto('/');
  await expectConsole(stolen);
  await endAccess(stolen);
  await stolen.reload();
  await expect(login(stolen)).toBeVisible();
  await thief.close();
  await endAccess(page);
  await page.reload();
  await expectConsole(page);
  await signOut(page);
});

test('a session that comes to its end asks to sign in again although nobody touches anything', async ({
  page,
}) => {
  await signIn(page, 'dealer', PASSWORD);
  await expectConsole(page);
  await endAccess(page);
  await page.evaluate(() => {
    document.cookie = `uno_refresh_token_expires_at=${String(Date.now() + 500)}; path=/; secure; samesite=strict`;
  });
  await expect(login(page)).toBeVisible({ timeout: 15 * SECOND });
});

/** Opens a form with changes in a second tab and signs out in the first. */
async function interrupt(page: Page, name: string): Promise<Page> {
  await signIn(page, 'admin', PASSWORD);
  await expectConsole(page);
  const writing = await page.context().newPage();
  await writing.goto(`${VENDORS}/new`);
  await writing.getByLabel('업체명 *').fill(name);
  await signOut(page);
  await expect(again(writing)).toBeVisible();
  return writing;
}

test('a session that ends while a form is filled in is signed in again in place, and nothing is lost', async ({
  page,
}) => {
  const writing = await interrupt(page, '이어서 저장한 총판');
  const dialog = again(writing);
  // Nothing behind the dialog is reachable, and Escape does not close it.
  const save = writing.getByRole('button', { name: '저장', exact: true });
  await save.focus();
  await expect(save).not.toBeFocused();
  await writing.keyboard.press('Escape');
  await writing.keyboard.press('Escape');
  await expect(dialog).toBeVisible();

  await dialog.getByRole('button', { name: '로그인' }).click();
  await expect(dialog.getByText('비밀번호를 입력해주세요.')).toBeVisible();
  await expect(dialog.getByLabel('비밀번호', { exact: true })).toBeFocused();
  await dialog.getByLabel('비밀번호', { exact: true }).fill('wrong');
  await dialog.getByRole('button', { name: '로그인' }).click();
  await expect(dialog.getByText('비밀번호가 일치하지 않습니다.')).toBeVisible();
  await dialog.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: '로그인' }).click();
  await expect(dialog).toBeHidden();

  await expect(writing).toHaveURL(`${VENDORS}/new`);
  await expect(writing.getByLabel('업체명 *')).toHaveValue('이어서 저장한 총판');
  await save.click();
  await expect(writing.getByText('등록했습니다.')).toBeVisible();
  await expect(writing.getByRole('link', { name: '이어서 저장한 총판' })).toBeVisible();
  // The other tab is signed in as well.
  await expect(login(page)).toBeHidden();
});

test('tokens that went without a word are noticed when the form is saved', async ({
  page,
  context,
}) => {
  await signIn(page, 'admin', PASSWORD);
  await expectConsole(page);
  await page.goto(`${VENDORS}/new`);
  await page.getByLabel('업체명 *').fill('쿠키를 지운 총판');
  await context.clearCookies();
  await page.getByRole('button', { name: '저장', exact: true }).click();
  // The password has the focus, and no message about the ended session remains.
  await expect(again(page).getByLabel('비밀번호', { exact: true })).toBeFocused();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(again(page).getByText('비밀번호가 일치하지 않습니다.')).toBeVisible();
  await page.keyboard.type('x');
  await expect(again(page).getByText('비밀번호가 일치하지 않습니다.')).toBeHidden();
  await again(page).getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(again(page)).toBeHidden();
  await expect(page.getByText('다시 로그인해주세요')).toHaveCount(0);
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByText('등록했습니다.')).toBeVisible();
});

test('another person who signs in instead sees nothing of the one before', async ({ page }) => {
  const writing = await interrupt(page, '남의 눈에 띄지 않을 이름');
  await signIn(page, 'vendor', PASSWORD);
  await expectConsole(page);
  await expect(again(writing)).toBeHidden();
  await expectConsole(writing);
  await expect(writing).toHaveURL('/');
  await expect(writing.getByRole('banner')).toContainText('총판');
  await expect(writing.getByText('남의 눈에 띄지 않을 이름')).toHaveCount(0);
  await expect(writing.getByRole('banner')).not.toContainText('최고 관리자');
  const menu = writing.getByRole('navigation', { name: '메뉴' });
  await menu.getByRole('button', { name: '업체 관리' }).click();
  await expect(menu.getByRole('link', { name: '총판 관리' })).toHaveCount(0);
});

test('whoever does not want to go on leaves for the login page', async ({ page }) => {
  const writing = await interrupt(page, '버릴 이름');
  await again(writing).getByRole('button', { name: '작성을 그만두고 나가기' }).click();
  await expect(login(writing)).toBeVisible();
  await expect(writing).toHaveURL('/');
});

test('a member goes on by scanning a code', async ({ page, context, playwright, baseURL }) => {
  await signIn(page, 'member', PASSWORD);
  await expectConsole(page);
  const phone = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  await page.goto('/users/me/edit');
  const name = page.getByRole('dialog').getByLabel('이름 *');
  await name.fill('바꾸던 이름');
  const issued = page.waitForResponse('**/api/v1/auth/qr-code');
  await context.clearCookies();
  await page.getByRole('dialog').getByRole('button', { name: '저장', exact: true }).click();
  await expect(again(page)).toBeVisible();
  const { qrCode } = (await (await issued).json()) as { qrCode: string };
  await phone.post('/api/v1/auth/qr-code/confirm', {
    data: { qrCode, approved: true },
    headers: await kept('member'),
  });
  await expect(again(page)).toBeHidden();
  await expect(page).toHaveURL('/users/me/edit');
  await expect(name).toHaveValue('바꾸던 이름');
  await phone.dispose();
});
