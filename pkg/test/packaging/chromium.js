// The system's Chromium, and pages in it that use the fake server.
import { chromium } from 'playwright-core';
import { answer } from './fake-api.js';
import { API } from './site.js';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @param {string[]} [flags] */
export function launch(flags = []) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...FLAGS, ...flags],
  });
}

/**
 * Opens a page with cookies of its own.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function openPage(browser, options) {
  const context = await browser.newContext(options);
  await context.route(`${API}/**`, async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname;
    const { status, body } = answer(request.method(), path, request.headers().authorization, request.postData());
    await route.fulfill({ status, json: body, headers: { 'access-control-allow-origin': '*' } });
  });
  return context.newPage();
}

/**
 * Returns what the README's start page at this address shows.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} address
 */
export async function shownIn(browser, address) {
  const page = await openPage(browser);
  /** @type {string[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(address);
  await page
    .waitForFunction(() => document.querySelector('h1')?.textContent !== '')
    .catch((error) => {
      throw errors.length > 0 ? new Error(errors.join('\n')) : error;
    });
  const text = await page.textContent('h1');
  await page.context().close();
  return text;
}
