// The demonstration accounts, and how tests are signed in as one of them.
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

export const PASSWORD = 'Uno-demo-2026!';
export const ACCOUNTS = ['admin', 'vendor', 'dealer', 'retailer', 'member'] as const;
export type AccountName = (typeof ACCOUNTS)[number];

/** The cookies of a signed-in account, for `test.use({ storageState })`. */
export function signedIn(account: AccountName): string {
  return join(process.env.UNO_E2E_FOLDER ?? '.', `${account}.json`);
}

export async function signIn(page: Page, loginId: string, password: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('아이디').fill(loginId);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인' }).click();
}

export async function expectConsole(page: Page): Promise<void> {
  // Staff are shown figures first, members a greeting.
  await expect(page.getByRole('heading', { name: /^대시보드$|안녕하세요$/ })).toBeVisible();
}
