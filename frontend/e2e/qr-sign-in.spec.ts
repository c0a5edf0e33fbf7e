// Members sign in with a code that their phone reads from the screen.
import { test as base, expect, type Browser, type Page } from '@playwright/test';
import { kept, PASSWORD } from './accounts';
import { withSettings } from './page-settings';
import { readCode } from './read-code';

const SUCCEEDED = '성공적으로 로그인이 되었습니다.';
const STATUS = '/api/v1/auth/qr-code/status';
const POLL_MILLISECONDS = 2000;
/** Tolerance for the request itself on a busy machine. */
const SLACK_MILLISECONDS = 1500;

/** Browsers resolve every name below localhost to the local machine; other clients do not. */
const USER_HOST = 'user.localhost';
const OWN_HOST = '127.0.0.1';

interface Fixtures {
  /**
   * The member's phone, which is signed in and answers codes. Its calls carry no cookies of the
   * browser under test.
   */
  confirm: (qrCode: string, approved?: boolean) => Promise<void>;
}

const test = base.extend<Fixtures>({
  baseURL: async ({ baseURL }, provide) => {
    await provide(baseURL?.replace(OWN_HOST, USER_HOST));
  },
  confirm: async ({ playwright, baseURL }, provide) => {
    const api = await playwright.request.newContext({
      baseURL: baseURL?.replace(USER_HOST, OWN_HOST) ?? '',
    });
    await provide(async (qrCode, approved = true) => {
      const confirmed = await api.post('/api/v1/auth/qr-code/confirm', {
        data: { qrCode, approved },
        headers: await kept('member'),
      });
      expect(confirmed.ok()).toBe(true);
    });
    await api.dispose();
  },
});

async function open(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'QR 로그인' })).toBeVisible();
}

function tokenRequest(page: Page) {
  return page.waitForRequest('**/api/v1/auth/token');
}

test('a confirmed code signs in within one poll', async ({ page, context, confirm }) => {
  await page.goto('/users/me');
  const code = await readCode(page);
  const claimed = tokenRequest(page);
  const before = Date.now();
  await confirm(code);
  await claimed;
  expect(Date.now() - before).toBeLessThan(POLL_MILLISECONDS + SLACK_MILLISECONDS);
  await expect(page.getByText(SUCCEEDED)).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('button', { name: '로그아웃' })).toBeVisible();

  // The page's cookies are sent neither by other sites nor over insecure connections.
  const cookies = new Map((await context.cookies()).map((cookie) => [cookie.name, cookie]));
  const strict = { sameSite: 'Strict', secure: true };
  expect(cookies.get('__Host-uno_qr_browser')).toMatchObject({ ...strict, httpOnly: true });
  expect(cookies.get('uno_access_token')).toMatchObject(strict);
  await page.reload();
  await expect(page.getByRole('banner').getByRole('button', { name: '로그아웃' })).toBeVisible();
});

test('a declined code is replaced, and its successor signs in', async ({ page, confirm }) => {
  await open(page);
  const declined = await readCode(page);
  await confirm(declined, false);
  const next = await readCode(page, declined);
  await confirm(next);
  await expect(page.getByText(SUCCEEDED)).toBeVisible();
});

test('a code that has ended is replaced, and so is one on request', async ({ page }) => {
  await page.clock.install();
  await open(page);
  const first = await readCode(page);
  await expect(page.getByRole('timer')).toHaveText(/남은 시간 1\d\d초/);
  await page.clock.fastForward(121_000);
  const second = await readCode(page, first);
  await page.getByRole('button', { name: 'QR 코드 새로고침' }).click();
  await readCode(page, second);
});

async function claim(page: Page, qrCode: string): Promise<{ status: unknown; tokens: boolean }> {
  return page.evaluate(async (code) => {
    const post = (path: string, body: object) =>
      fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const state: unknown = await (
      await post('/api/v1/auth/qr-code/status', { qrCode: code })
    ).json();
    const tokens = await post('/api/v1/auth/token', { grantType: 'qr_code', qrCode: code });
    return { status: (state as { status: unknown }).status, tokens: tokens.ok };
  }, qrCode);
}

async function otherBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const page = await context.newPage();
  await open(page);
  await readCode(page);
  return page;
}

test('a code photographed by somebody else is worth nothing', async ({
  page,
  browser,
  baseURL,
  confirm,
}) => {
  await open(page);
  const thief = await otherBrowser(browser, baseURL);
  const code = await readCode(page);
  expect(await claim(thief, code)).toEqual({ status: 'FAIL', tokens: false });
  await confirm(code);
  expect(await claim(thief, code)).toEqual({ status: 'FAIL', tokens: false });
  await expect(page.getByText(SUCCEEDED)).toBeVisible();
  // A code can be claimed only once.
  expect(await claim(page, code)).toEqual({ status: 'FAIL', tokens: false });
  await thief.context().close();
});

test('in manager mode nobody asks for codes any more', async ({ page }) => {
  await page.clock.install();
  await open(page);
  await readCode(page);
  const asked = page.waitForRequest(`**${STATUS}`);
  await page.clock.fastForward(POLL_MILLISECONDS + 100);
  await asked;
  await page.getByRole('button', { name: '관리자 모드' }).click();
  await expect(page.getByRole('heading', { name: 'UNO CMS LOGIN' })).toBeVisible();
  const after: string[] = [];
  page.on('request', (one) => after.push(new URL(one.url()).pathname));
  await page.clock.fastForward(130_000);
  // Any request that the clock has triggered is sent before this one.
  await page.evaluate(() => fetch('/readyz'));
  expect(after).toEqual(['/readyz']);
});

test('without a server the page says so and offers another try', async ({ page }) => {
  await page.route('**/api/v1/auth/qr-code', (route) => route.abort());
  await open(page);
  await expect(page.getByText('QR 코드를 불러오지 못했습니다.')).toBeVisible();
  await page.unroute('**/api/v1/auth/qr-code');
  await page.getByRole('button', { name: 'QR 코드 새로고침' }).click();
  await readCode(page);
});

test('a sign-in that the server refuses is told, and the next code is shown', async ({
  page,
  confirm,
}) => {
  await open(page);
  const code = await readCode(page);
  await page.route('**/api/v1/auth/token', (route) =>
    route.fulfill({ status: 401, json: { code: 11001, message: 'No.', requestId: 'x' } }),
  );
  await confirm(code);
  await expect(page.getByText('로그인에 실패했습니다. 나중에 다시 시도해주세요.')).toHaveCount(2);
  await page.unroute('**/api/v1/auth/token');
  await confirm(await readCode(page, code));
  await expect(page.getByText(SUCCEEDED)).toBeVisible();
});

test('on a phone there is the way to the app instead of a code', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('button')).toHaveText(['앱 설치하기', '아이디와 비밀번호로 로그인']);
  const toApp = main.getByRole('button', { name: '앱 설치하기' });
  await toApp.click();
  const dialog = page.getByRole('dialog', { name: 'UNO 앱 설치' });
  await expect(dialog.getByRole('region', { name: 'iOS' })).toContainText('준비 중입니다');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(toApp).toBeFocused();
});

for (const width of [1440, 390]) {
  test(`whoever has no app signs in with a password, at ${String(width)} px by keyboard`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page);
    const byPassword = page.getByRole('button', { name: '아이디와 비밀번호로 로그인' });
    await byPassword.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '로그인', exact: true })).toBeVisible();
    await expect(page.getByLabel('아이디')).toBeFocused();
    const byApp = page.getByRole('button', { name: 'UNO 앱으로 로그인' });
    await byApp.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'QR 로그인' })).toBeVisible();
    // The way back is at the same place.
    await expect(byPassword).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(page.getByLabel('아이디')).toBeFocused();
    await page.keyboard.type('member');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText(SUCCEEDED)).toBeVisible();
    await expect(page.getByRole('heading', { name: /안녕하세요$/ })).toBeVisible();
  });
}

test('the code of the store is that of its address', async ({ page }) => {
  const androidAppUrl = 'https://play.google.com/store/apps/details?id=com.example.uno';
  await withSettings(page, { androidAppUrl });
  await open(page);
  await readCode(page);
  await page.getByRole('button', { name: '앱 설치하기' }).click();
  const drawing = page.getByRole('img', { name: 'Android 앱 설치용 QR 코드' });
  await expect(drawing).toBeVisible();
  expect(await readCode(drawing)).toBe(androidAppUrl);
});
