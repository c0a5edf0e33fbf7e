// The network cost of the console for a browser with an empty cache, including headers: bytes,
// number of requests, and that no request depends on the result of another.
import { expect, test, type Page } from '@playwright/test';
import { expectConsole, PASSWORD, signedIn, signIn } from './accounts';

// A browser used by another test has the console's code in its cache.
test.use({ reuseContext: false });

const MEMBERS = '/member_management/company_member_management';
const KILOBYTE = 1024;

/** By then all code is loaded. */
const LATE = 1500;
/** After this long without a request, no more are expected. */
const REST = 500;
const LOGIN_PAGE = { requests: 10, kilobytes: 181 };
// Includes recent jobs: two kilobytes on the home page, and one with a list.
const SIGN_IN = { requests: 14, kilobytes: 103 };
const LIST = { requests: 23, kilobytes: 281 };

interface Answered {
  address: string;
  bytes: number;
}

/** Records the page's network traffic from here on. `take` returns it and starts over. */
async function watched(page: Page) {
  const network = await page.context().newCDPSession(page);
  const addresses = new Map<string, string>();
  let answered: Answered[] = [];
  let last = Date.now();
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('http')) return;
    addresses.set(requestId, new URL(request.url).pathname);
    last = Date.now();
  });
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) addresses.delete(requestId);
  });
  network.on('Network.requestServedFromCache', ({ requestId }) => addresses.delete(requestId));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    const address = addresses.get(requestId);
    if (address !== undefined) answered.push({ address, bytes });
    addresses.delete(requestId);
    last = Date.now();
  });
  network.on('Network.loadingFailed', ({ requestId }) => addresses.delete(requestId));
  await network.send('Network.enable');
  const take = async () => {
    await expect.poll(() => addresses.size === 0 && Date.now() - last > REST).toBe(true);
    const taken = answered;
    answered = [];
    return taken;
  };
  return { network, take };
}

function expectWithin(
  answered: readonly Answered[],
  most: { requests: number; kilobytes: number },
) {
  const sum = answered.reduce((bytes, one) => bytes + one.bytes, 0) / KILOBYTE;
  const list = answered.map(({ address, bytes }) => `${String(bytes).padStart(7)} ${address}`);
  const told = `${String(answered.length)} requests, ${sum.toFixed(1)} KB\n${list.join('\n')}`;
  test.info().annotations.push({ type: 'wire', description: told });
  expect(answered.length, told).toBeLessThanOrEqual(most.requests);
  expect(sum, told).toBeLessThanOrEqual(most.kilobytes);
}

test('the login page is light, and so is the way from it into the console', async ({ page }) => {
  const { take } = await watched(page);
  await page.goto('/');
  await expect(page.getByRole('button', { name: '로그인' })).toBeVisible();
  expectWithin(await take(), LOGIN_PAGE);

  await page.getByLabel('아이디').fill('admin');
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '로그인' }).click();
  await expectConsole(page);
  expectWithin(await take(), SIGN_IN);
});

test('the login page is drawn before the core is there, and its form waits for it', async ({
  page,
}) => {
  const arrives = Promise.withResolvers<unknown>();
  await page.route('**/*.wasm', async (route) => {
    await arrives.promise;
    await route.continue();
  });
  await signIn(page, 'admin', PASSWORD);
  await expect(page.locator('button[data-loading]')).toBeVisible();
  arrives.resolve(undefined);
  await expectConsole(page);
});

test.describe('a list that is opened by its address', () => {
  test.use({ storageState: signedIn('admin') });

  test('is light', async ({ page }) => {
    const { take } = await watched(page);
    await page.goto(MEMBERS);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    expectWithin(await take(), LIST);
  });

  test('waits for the core, however late it comes', async ({ page }) => {
    await page.route('**/*.wasm', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, LATE));
      await route.continue();
    });
    await page.goto(MEMBERS);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  });

  test('has filters that go on where they were left before their code came', async ({ page }) => {
    const { promise, resolve: comeNow } = Promise.withResolvers<null>();
    await page.route('**/assets/controls-*.js', async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto(MEMBERS);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    const company = page.getByRole('combobox', { name: '소속 업체' });
    await company.click();
    await page.keyboard.type('가온 건');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    comeNow(null);
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    await expect(company).toBeFocused();
    await expect(company).toHaveValue('가온 건');
  });

  test('asks for all its code at once, as soon as the page is there', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const answer = await page.goto(MEMBERS);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    const html = (await answer?.text()) ?? '';
    const before = asked.slice(
      0,
      asked.findIndex((path) => path.startsWith('/api/')),
    );
    const late = before.filter((path) => path.endsWith('.js') && !html.includes(path));
    expect(late).toEqual([]);
  });
});
