// The accounts of the demonstration data, and how tests sign in with them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type APIRequestContext, type Page } from '@playwright/test';

/** The cookie with a session's access token. */
const ACCESS_COOKIE = 'uno_access_token';

export const PASSWORD = 'Uno-demo-2026!';
export const ACCOUNTS = ['admin', 'vendor', 'dealer', 'retailer', 'member'] as const;
export type AccountName = (typeof ACCOUNTS)[number];

/** Returns the path of a signed-in account's cookies, for `test.use({ storageState })`. */
export function signedIn(account: AccountName): string {
  return join(process.env.UNO_E2E_FOLDER ?? '.', `${account}.json`);
}

/** The headers of an account's calls. */
export type Credentials = Record<'authorization', string>;

/**
 * Returns the headers of a stored session. If tests signed in for their calls, that would end the
 * oldest of the account's ten sessions.
 */
export async function kept(account: AccountName): Promise<Credentials> {
  const { cookies } = JSON.parse(await readFile(signedIn(account), 'utf8')) as {
    cookies: { name: string; value: string }[];
  };
  const token = cookies.find(({ name }) => name === ACCESS_COOKIE)?.value;
  if (token === undefined) throw new Error(`${account} is not kept signed in`);
  return { authorization: `Bearer ${token}` };
}

/** Signs in with an API call, as other programs do. */
export async function signInByCall(
  request: APIRequestContext,
  loginId: string,
  password: string,
): Promise<Credentials> {
  const answer = await request.post('/api/v1/auth/token', {
    data: { grantType: 'password', loginId, password },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { accessToken } = (await answer.json()) as { accessToken: { token: string } };
  return { authorization: `Bearer ${accessToken.token}` };
}

export async function signIn(page: Page, loginId: string, password: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('아이디').fill(loginId);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인' }).click();
}

export async function expectConsole(page: Page): Promise<void> {
  // The home page shows figures to staff and a greeting to members.
  await expect(page.getByRole('heading', { name: /^대시보드$|안녕하세요$/ })).toBeVisible();
}
