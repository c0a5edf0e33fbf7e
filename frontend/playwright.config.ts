// End-to-end tests: the real server with demonstration data, in the system's Chromium.
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const PORT = process.env.UNO_E2E_PORT ?? '8093';
const BINARY = process.env.UNO_BINARY ?? '../target/release/uno';
const ADDRESS = `127.0.0.1:${PORT}`;
// The member's phone uses a page of another origin.
process.env.UNO_E2E_PHONE_PORT ??= '8094';
const PHONE = `http://127.0.0.1:${process.env.UNO_E2E_PHONE_PORT}`;

// The headless shell opens a page in two thirds of the time.
const HEADLESS = '/usr/lib/chromium/chromium-headless-shell';
const BROWSER = existsSync(HEADLESS) ? HEADLESS : '/usr/bin/chromium';

// Workers load this file again. Only the first load creates the folder that all of them use.
process.env.UNO_E2E_FOLDER ??= mkdtempSync(join(tmpdir(), 'uno-e2e-'));
const folder = process.env.UNO_E2E_FOLDER;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  timeout: 30_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI !== undefined,
  // On a shared machine a browser can stall for seconds. Tests that pass only on a retry are
  // reported as flaky.
  retries: 2,
  // The machine has two cores. Files run in parallel; the tests of a file run one after another.
  workers: 2,
  reporter: [['list']],
  use: {
    // Reused contexts are cleared except for the cached code, which halves the time to open a page.
    // What code a page loads is tested in a new context.
    reuseContext: true,
    baseURL: `http://${ADDRESS}`,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    viewport: { width: 1440, height: 900 },
    // Recording slows every step, so only the first retry is recorded.
    trace: { mode: 'on-first-retry', screenshots: false },
    launchOptions: {
      executablePath: BROWSER,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  globalSetup: './e2e/keep-signed-in.ts',
  webServer: {
    command: `${BINARY} serve --listen ${ADDRESS} --database-url sqlite://${join(folder, 'uno.db')} --demo --trusted-origins ${PHONE}`,
    url: `http://${ADDRESS}/readyz`,
    reuseExistingServer: false,
    timeout: 60_000,
    stderr: 'pipe',
  },
});
