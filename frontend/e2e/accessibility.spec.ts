// No page has a fault that axe can find, nor is wider than the screen: in Korean and in Arabic, light and dark,
// on a desktop and on a phone. The pages are those of the console's screens, with their dialogs; besides them stands
// here only what no screen is. A page is opened once per language and then looked at in each way, because neither the
// width nor the scheme needs it to be loaded again.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Browser, type Page } from '@playwright/test';
import type { RouteObject } from 'react-router';
import { SCREENS } from '../src/app/screens';
import { MEMBERS } from '../src/features/members/screens';
import { TERMS } from '../src/features/terms/screens';
import { ME } from '../src/features/users/screens';
import { VENDORS } from '../src/features/companies/screens';
import { PRIVACY_PAGE } from '../src/kernel/page/privacy-page';
import { routesOf } from '../src/kernel/screen/screen';
import { signedIn, type AccountName } from './accounts';
import { fresh } from './fresh';
import { withSettings } from './page-settings';

// Tests of this file run side by side.
test.describe.configure({ mode: 'parallel' });
test.setTimeout(180_000);

const LANGUAGES = ['ko', 'ar'] as const;
const WIDTHS = [1440, 390] as const;
const HEIGHT = 844;
const FIRST_PAINT = 15_000;
/** So many pages are looked at in one test. */
const PART = 6;

/** Where a record's own number stands in an address. */
const ID = ':id';
/** Members have screens of their own, which begin so. */
const OF_MEMBERS = '/users/';

interface Step {
  /** What the address alone does not open. */
  after?: (page: Page) => Promise<void>;
  address: string;
}

/** Every address that the routes lead to; those that only hold others have that of the one above. */
function addressesOf(routes: readonly RouteObject[], above = ''): string[] {
  return routes.flatMap(({ path = '', children = [] }) => {
    const address = path === '' ? above : `${above}/${path}`;
    return [...(path === '' ? [] : [address]), ...addressesOf(children, address)];
  });
}

const ADDRESSES = addressesOf(SCREENS.flatMap(routesOf));

const PAGES: Record<'admin' | 'member', readonly Step[]> = {
  admin: [
    { address: '/' },
    ...ADDRESSES.filter((address) => !address.startsWith(OF_MEMBERS)).map(stepTo),
    { address: PRIVACY_PAGE },
    { address: '/?announcement=1' },
    {
      address: '/',
      after: async (page) => {
        await page.keyboard.press('Control+k');
        await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
      },
    },
    {
      address: VENDORS.path,
      after: (page) => page.locator('[data-dates-input]').first().click(),
    },
    {
      address: `${MEMBERS.path}/new`,
      after: async (page) => {
        await page.getByRole('dialog').getByPlaceholder('YYYY-MM-DD').click();
        await expect(page.locator('.mantine-DatePicker-day').first()).toBeVisible();
      },
    },
    { address: ME.path },
    { address: '/no/such/page' },
  ],
  member: [
    { address: '/' },
    ...ADDRESSES.filter((address) => address.startsWith(OF_MEMBERS)).map(stepTo),
  ],
};

function stepTo(address: string): Step {
  return { address };
}

/** The address with the number of the first record of its list. */
async function withRecord(page: Page, address: string): Promise<string> {
  const [list = '', rest] = address.split(`/${ID}`);
  if (rest === undefined) return address;
  await page.goto(list);
  const href = await page.locator('[data-row-link]').first().getAttribute('href');
  return `${/^[^?]*/.exec(href ?? '')?.[0] ?? ''}${rest}`;
}

/** The demonstration has records of everything but terms. */
test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ storageState: signedIn('admin') });
  const page = await context.newPage();
  const asking = page.waitForRequest('**/api/v1/terms?**');
  await page.goto(TERMS.path);
  const authorization = (await (await asking).headerValue('authorization')) ?? '';
  const written = await page.request.post('/api/v1/terms', {
    headers: { authorization },
    data: {
      kind: 'MARKETING',
      edition: fresh('1'),
      language: 'ko',
      content: '<h3>제1조</h3><p>알림을 받습니다.</p>',
      isRequired: false,
      effectiveFrom: '2999-01-01',
      status: 'DRAFT',
    },
  });
  expect(written.status()).toBe(200);
  await context.close();
});

/** Nothing is judged while it is loading or fading in. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0, {
    timeout: FIRST_PAINT,
  });
  await page.evaluate(() =>
    Promise.all(
      document.getAnimations().map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
}

async function faultsNow(page: Page, rules?: string[]): Promise<string[]> {
  await settle(page);
  // The console has no frames, so that axe need not gather its findings in a page of its own.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
  );
}

/** In every width and scheme; the schemes differ in nothing but their colours. */
async function faults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await faultsNow(page);
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (beyond > 0) light.push(`is ${String(beyond)} px wider than the screen`);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await faultsNow(page, ['color-contrast']);
    found.push(
      ...light.map((fault) => `${String(width)} px: ${fault}`),
      ...dark.map((fault) => `${String(width)} px, dark: ${fault}`),
    );
  }
  return found;
}

async function openIn(
  browser: Browser,
  language: string,
  account?: AccountName,
  baseURL?: string,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: WIDTHS[0], height: HEIGHT },
    ...(account && { storageState: signedIn(account) }),
    ...(baseURL !== undefined && { baseURL }),
  });
  const page = await context.newPage();
  await page.addInitScript((tag) => {
    localStorage.setItem('uno-language', tag);
  }, language);
  return page;
}

for (const language of LANGUAGES) {
  for (const [account, steps] of Object.entries(PAGES) as ['admin' | 'member', readonly Step[]][]) {
    // Several parts of a long list fill the workers evenly.
    for (let start = 0; start < steps.length; start += PART) {
      const part = steps.slice(start, start + PART);
      test(`${language}: the pages of ${account}, ${String(start + 1)} and on`, async ({
        browser,
      }) => {
        const page = await openIn(browser, language, account);
        for (const { address, after } of part) {
          await test.step(address, async () => {
            await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
            await page.goto(await withRecord(page, address));
            await expect(page.locator('main h1, [role="dialog"]').first()).toBeVisible({
              timeout: FIRST_PAINT,
            });
            await page.waitForLoadState('networkidle');
            await after?.(page);
            expect.soft(await faults(page), `${language} ${address}`).toEqual([]);
          });
        }
        await page.context().close();
      });
    }
  }

  test(`${language}: the menu of a phone, a table’s view and a question`, async ({ browser }) => {
    const page = await openIn(browser, language, 'admin');
    await page.setViewportSize({ width: 390, height: HEIGHT });
    await page.goto(VENDORS.path);
    await page.getByRole('banner').getByRole('button').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect.soft(await faultsNow(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('button').last().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect.soft(await faultsNow(page)).toEqual([]);
    await page.context().close();
  });

  test(`${language}: signing in again in place`, async ({ browser }) => {
    const page = await openIn(browser, language, 'admin');
    await page.goto(`${VENDORS.path}/new`);
    await page.getByRole('dialog').locator('input').first().fill('이름');
    await page.context().clearCookies();
    await page.getByRole('dialog').locator('button[type="submit"]').click();
    await expect(page.locator('dialog[open] input[type="password"]')).toBeVisible();
    expect.soft(await faults(page)).toEqual([]);
    await page.context().close();
  });

  test(`${language}: the login pages`, async ({ browser, baseURL }) => {
    const managers = await openIn(browser, language);
    await withSettings(managers, { noticeUntil: '2999-12-31' });
    await managers.goto('/');
    await expect(managers.getByRole('dialog')).toBeVisible();
    expect.soft(await faults(managers), 'with the notice').toEqual([]);
    await managers.keyboard.press('Escape');
    await managers.locator('form:has(input[type="password"]) button[type="submit"]').click();
    expect.soft(await faults(managers), 'for managers').toEqual([]);
    await managers.goto(PRIVACY_PAGE);
    await expect(managers.locator('main h1')).toBeVisible();
    expect.soft(await faults(managers), 'about personal data').toEqual([]);
    await managers.context().close();

    // Browsers take every name below localhost for their own machine.
    const users = await openIn(
      browser,
      language,
      undefined,
      baseURL?.replace('127.0.0.1', 'user.localhost'),
    );
    await users.goto('/');
    await expect(users.getByRole('timer')).toBeVisible();
    expect.soft(await faults(users), 'for members').toEqual([]);
    await users.locator('main [aria-haspopup="dialog"]').click();
    await expect(users.getByRole('dialog')).toBeVisible();
    expect.soft(await faults(users), 'with the stores of the app').toEqual([]);
    await users.context().close();
  });
}
