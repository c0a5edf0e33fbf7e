// A member signs in a browser with the phone: the console shows a code, and the example page of the
// core's package reads and answers it.
import { expect, test, type Browser, type Page } from '@playwright/test';
import type { Server } from 'node:http';
import { faultsOf } from './axe';
import { photograph, register, servePhone, takePhone, type Member } from './phone';

const MEMBER: Member = { loginId: 'phone-owner', password: 'Uno-phone-2026!', name: '한지우' };

let server: Server;
test.beforeAll(async ({ request }) => {
  server = await servePhone();
  await register(request, MEMBER);
});
test.afterAll(() => {
  server.close();
});

async function openPhone(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await takePhone(phone, baseURL ?? '', MEMBER);
  return phone;
}

async function showCode(page: Page) {
  await page.goto('/');
  await page.getByRole('button', { name: '사용자 모드' }).click();
  const code = page.getByRole('img', { name: '로그인용 QR 코드' });
  await expect(code).toBeVisible();
  return code;
}

test('what the member confirms on the phone signs the browser in', async ({
  page,
  browser,
  baseURL,
}) => {
  const code = await showCode(page);
  const phone = await openPhone(browser, baseURL);
  await photograph(phone, code);
  await expect(phone.getByRole('heading', { name: '이 브라우저에서 로그인할까요?' })).toBeVisible();
  await expect(phone.locator('dd').first()).toHaveText('Chrome · Linux');
  await expect(phone.getByText('127.0.0.1')).toBeVisible();

  await phone.getByRole('button', { name: '로그인 승인' }).click();
  await expect(phone.getByRole('heading', { name: '로그인을 승인했습니다' })).toBeVisible();
  await expect(page.getByText('성공적으로 로그인이 되었습니다.')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(MEMBER.name);
  await phone.context().close();
});

test('what the member declines signs nobody in, and the code is used up', async ({
  page,
  browser,
  baseURL,
}) => {
  const code = await showCode(page);
  const declined = (await code.getAttribute('src')) ?? '';
  const phone = await openPhone(browser, baseURL);
  await photograph(phone, code);
  await phone.getByRole('button', { name: '거절' }).click();
  await expect(phone.getByRole('heading', { name: '로그인을 거절했습니다' })).toBeVisible();
  await expect(code).not.toHaveAttribute('src', declined);

  await phone.getByRole('button', { name: '다른 코드 스캔' }).click();
  const buffer = Buffer.from(declined.replace(/^.*,/, ''), 'base64');
  const photo = { name: 'photo.png', mimeType: 'image/png', buffer };
  await phone.getByLabel('사진에서 읽기').setInputFiles(photo);
  await expect(phone.getByText('만료되었거나 이미 사용된 코드입니다.')).toBeVisible();
  await expect(code).toBeVisible();
  await phone.context().close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds no fault in the phone's pages, ${colorScheme}`, async ({
    page,
    browser,
    baseURL,
  }) => {
    // Searches four pages.
    test.slow();
    const code = await showCode(page);
    const phone = await openPhone(browser, baseURL);
    await phone.emulateMedia({ colorScheme });
    const faults = () => faultsOf(phone);
    await phone.getByText('코드 직접 입력').click();
    expect(await faults()).toEqual([]);
    await photograph(phone, code);
    await expect(phone.getByRole('button', { name: '거절' })).toBeEnabled();
    expect(await faults()).toEqual([]);
    await phone.getByRole('button', { name: '거절' }).click();
    await expect(phone.getByRole('button', { name: '다른 코드 스캔' })).toBeEnabled();
    expect(await faults()).toEqual([]);
    await phone.getByRole('button', { name: '로그아웃' }).click();
    await expect(phone.getByRole('heading', { name: '회원 로그인' })).toBeVisible();
    expect(await faults()).toEqual([]);
    await phone.context().close();
  });
}
