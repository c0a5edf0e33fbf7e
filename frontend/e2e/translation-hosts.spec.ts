// The translation widget under the server's real content security policy: other hosts are allowed
// only where the settings name them.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { serveStandInAt } from '../scripts/translation-stand-in';
import { expectConsole, PASSWORD } from './accounts';

const BINARY = process.env.UNO_BINARY ?? '../target/release/uno';

let console_: ChildProcess;
let hosts: { server: Server; origin: string };
let address: string;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test.beforeAll(async ({ request }) => {
  hosts = await serveStandInAt();
  const listen = `127.0.0.1:${String(await freePort())}`;
  address = `http://${listen}`;
  const database = `sqlite://${join(mkdtempSync(join(tmpdir(), 'uno-translated-')), 'uno.db')}`;
  const settings = ['--translation-script', `${hosts.origin}/widget.js`];
  console_ = spawn(
    BINARY,
    ['serve', '--demo', '--listen', listen, '--database-url', database, ...settings],
    { stdio: 'ignore', env: { ...process.env, UNO_TRANSLATION_HOSTS: hosts.origin } },
  );
  const ready = async () => (await request.get(`${address}/readyz`).catch(() => null))?.status();
  await expect.poll(ready, { timeout: 30_000 }).toBe(200);
});

test.afterAll(() => {
  console_.kill();
  hosts.server.close();
});

/** Attributes that the stub sets on the root element for each part that it could load. */
const PARTS = ['data-translation-script', 'data-translation-style', 'data-translation-data'];

test('a widget of other hosts runs on pages without measurements, and is gone on all others', async ({
  page,
}) => {
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text());
  });
  await page.goto(address);
  await page.getByLabel('아이디').fill('admin');
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '로그인' }).click();
  await expectConsole(page);
  await expect(page.locator('.goog-te-combo')).toHaveCount(0);

  // Navigation to a page with the widget reloads the document with the widget's policy.
  await page.getByRole('navigation').getByRole('button', { name: '시스템 관리' }).click();
  await page.getByRole('link', { name: '게시판 관리' }).click();
  const choice = page.getByRole('banner').getByRole('combobox', { name: '기계 번역 언어' });
  await expect(choice).toBeVisible();
  const root = page.locator('html');
  for (const part of PARTS) await expect(root).toHaveAttribute(part, 'loaded');

  // A choice in the widget becomes the console's language.
  await choice.focus();
  await page.keyboard.type('en');
  await expect(page.getByRole('heading', { level: 1, name: 'Boards' })).toBeVisible();
  expect(blocked).toEqual([]);

  await page.getByRole('navigation').getByRole('button', { name: 'History' }).click();
  await page.getByRole('link', { name: /physical/i }).click();
  // Navigation back reloads the document again. Only the heading distinguishes the new document.
  await expect(page.getByRole('heading', { level: 1, name: /physical/i })).toBeVisible();
  await expect(page.locator('.goog-te-combo')).toHaveCount(0);
  for (const part of PARTS) await expect(root).not.toHaveAttribute(part);
  // Even a script that is already running could not load from the widget's hosts on this page.
  const reached = await page.evaluate(
    (url) =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    `${hosts.origin}/translate`,
  );
  expect(reached).toBe(false);
});
