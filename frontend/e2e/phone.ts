// The member's phone: the example page of the core's package, served from a separate origin.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { signUp } from './sign-up';

/** The server is configured to accept calls from this origin. */
export const PHONE = `http://127.0.0.1:${process.env.UNO_E2E_PHONE_PORT ?? ''}`;

const PACKAGE = new URL('../../pkg/', import.meta.url).pathname;
const KINDS: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export async function servePhone(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', PHONE);
    const file = join(PACKAGE, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    readFile(file).then(
      (content) => {
        response.writeHead(200, { 'content-type': KINDS[extname(file)] }).end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) =>
    server.listen(Number(new URL(PHONE).port), '127.0.0.1', resolve),
  );
  return server;
}

/** Registers a member with an account, if that does not exist yet. */
export async function register(request: APIRequestContext, member: Member): Promise<void> {
  const { loginId, password, name } = member;
  const answer = await signUp(request, { loginId, password, name });
  expect([200, 409]).toContain(answer.status());
}

export interface Member {
  loginId: string;
  password: string;
  name: string;
}

/** Opens the page on a phone and signs in the member. */
export async function takePhone(page: Page, api: string, member: Member): Promise<void> {
  await page.goto(`${PHONE}/examples/webview/?api=${api}`);
  await page.getByLabel('아이디').fill(member.loginId);
  await page.getByLabel('비밀번호').fill(member.password);
  await page.getByRole('button', { name: '로그인' }).click();
  await expect(page.getByText(member.name)).toBeVisible();
}

/** Lets the phone read the code that an element shows. */
export async function photograph(page: Page, code: Locator): Promise<void> {
  const buffer = await code.screenshot();
  const photo = { name: 'photo.png', mimeType: 'image/png', buffer };
  await page.getByLabel('사진에서 읽기').setInputFiles(photo);
}
