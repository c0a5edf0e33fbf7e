// Checks every page of the console and its dialogs, each opened by its address as the first page of
// a browser. Opening a page is expensive, so each is opened once per language and then checked for
// everything: axe finds no violation, light and dark, on desktop and phone; nothing is wider than
// the screen; all texts are loaded; every component has its style sheet, which comes with the code
// that needs it; and on phones all touch targets are large enough. Arabic represents right-to-left
// languages: width and texts are checked on every page, axe only on the frame, because axe judges
// the same elements as in Korean. There the pages follow one another by navigation, which takes a
// third of opening them: that each page loads what it needs as the first one is checked in Korean
// and does not depend on the language.
//
// The pages are derived from the console's screens; only pages that are not screens are listed
// here.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test, type Browser, type Page, type Request } from '@playwright/test';
import type { RouteObject } from 'react-router';
import { SCREENS } from '../src/app/screens';
import { MEMBERS } from '../src/features/members/screens';
import { REPORTS } from '../src/features/reports/screens';
import { TERMS } from '../src/features/terms/screens';
import { ME } from '../src/features/users/screens';
import { RETAILERS, VENDORS } from '../src/features/companies/screens';
import { PRIVACY_PAGE } from '../src/kernel/page/privacy-page';
import { routesOf } from '../src/kernel/screen/screen';
import { signedIn, type AccountName } from './accounts';
import { faultsOf } from './axe';
import { fresh } from './fresh';
import { withSettings } from './page-settings';

// The tests of this file run in parallel.
test.describe.configure({ mode: 'parallel' });
test.setTimeout(180_000);

const LANGUAGES = ['ko', 'ar'] as const;
/**
 * The language for checks of colours, style sheets and sizes, and of each page as the first one,
 * which do not depend on the language.
 */
const WITH_COLOURS = 'ko';
const CONTRAST = ['color-contrast'];
const PHONE = 390;
const WIDTHS = [1440, PHONE] as const;
const HEIGHT = 844;
const FIRST_PAINT = 15_000;
/** Milliseconds within which a page adapts to its width and colours, even on a busy machine. */
const FRAMES = 1_000;
/** Milliseconds without requests after which a page counts as loaded. */
const REST = 150;
/**
 * The minimum number of pages per test. Pages of a list stay together, because the list provides
 * the addresses of its records.
 */
const PART = 6;
/** The number of table rows to check. */
const ROWS = 4;

/** Placeholder of a record's id in an address. */
const ID = ':id';
/** Path prefix of the members' screens. */
const OF_MEMBERS = '/users/';

interface Step {
  /** What the address alone does not open. */
  after?: (page: Page) => Promise<void>;
  address: string;
}

/**
 * Returns every address of the routes. Routes without a path of their own have that of their
 * parent.
 */
function addressesOf(routes: readonly RouteObject[], above = ''): string[] {
  return routes.flatMap(({ path = '', children = [] }) => {
    const address = path === '' ? above : `${above}/${path}`;
    return [...(path === '' ? [] : [address]), ...addressesOf(children, address)];
  });
}

/** The menu and the header are the same on all pages, so axe checks them on some pages only. */
const FRAME = ['[data-frame]', '[data-frame] + nav'];
/** Those pages: one without a menu entry and one with. */
const FRAMED = ['/', VENDORS.path];

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
    { address: '/', after: click('header button[aria-haspopup="dialog"]') },
    { address: VENDORS.path, after: click('search button[aria-haspopup="dialog"]') },
    { address: VENDORS.path, after: click('search input[aria-haspopup="listbox"]') },
    { address: VENDORS.path, after: click('[data-dates-input]') },
    { address: `${VENDORS.path}/${ID}`, after: click('[role="tab"]:last-of-type') },
    { address: `${VENDORS.path}/${ID}?tab=companies` },
    { address: `${VENDORS.path}/${ID}?tab=credentials` },
    { address: `${RETAILERS.path}/${ID}?tab=divisions` },
    {
      address: `${MEMBERS.path}/new`,
      after: async (page) => {
        await page.getByRole('dialog').getByPlaceholder('YYYY-MM-DD').click();
        await expect(page.locator('.mantine-DatePicker-day').first()).toBeVisible();
      },
    },
    { address: `${REPORTS.path}/print?ids=1` },
    { address: ME.path },
    { address: '/no/such/page' },
  ],
  member: [
    { address: '/' },
    ...ADDRESSES.filter((address) => address.startsWith(OF_MEMBERS)).map(stepTo),
  ],
};

function click(selector: string) {
  return (page: Page) => page.locator(selector).first().click();
}

function stepTo(address: string): Step {
  return { address };
}

/** Splits the steps into parts. Each has some lists with everything below them. */
function partsOf(steps: readonly Step[]): Step[][] {
  const parts: Step[][] = [];
  let last = '/';
  for (const step of steps) {
    const part = parts.at(-1);
    const isBelow = step.address.startsWith(`${last}/`);
    if (part && (part.length < PART || isBelow)) part.push(step);
    else parts.push([step]);
    if (!isBelow) last = step.address;
  }
  return parts;
}

/** The address of the first record of each list. */
const records = new Map<string, string>();

/** Stores it, if the page shows a list. */
async function rememberRecord(page: Page, list: string): Promise<void> {
  const links = page.locator('[data-row-link]');
  if (records.has(list) || (await links.count()) === 0) return;
  const href = await links.first().getAttribute('href');
  records.set(list, /^[^?]*/.exec(href ?? '')?.[0] ?? '');
}

async function withRecord(page: Page, address: string): Promise<string> {
  const [list = '', rest] = address.split(`/${ID}`);
  if (rest === undefined) return address;
  if (!records.has(list)) {
    await page.goto(list);
    await page.locator('[data-row-link]').first().waitFor();
    await rememberRecord(page, list);
  }
  return (records.get(list) ?? '') + rest;
}

/** Navigates to an address as a link of the console would. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/** The demonstration data have every kind of record except terms and accesses. */
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
  // Creates an access to personal data.
  const read = await page.request.post('/api/v1/members/1/personal-data', {
    headers: { authorization },
    data: {},
  });
  expect(read.status()).toBe(200);
  await context.close();
});

/**
 * Waits until there have been no requests for a moment since the navigation. Playwright's own wait
 * takes half a second, hundreds of times.
 */
function resting(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let since = Date.now();
  const ended = (request: Request) => {
    underWay.delete(request);
    since = Date.now();
  };
  page.on('request', (request) => {
    // The stream of alerts never ends.
    if (!request.url().endsWith('/stream')) underWay.add(request);
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  page.on('framenavigated', () => {
    since = Date.now();
  });
  return async () => {
    const rests = () => underWay.size === 0 && Date.now() - since > REST;
    await expect.poll(rests, { intervals: [REST / 2], timeout: FIRST_PAINT }).toBe(true);
  };
}

/** Nothing is checked during loading or a transition. */
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

async function axe(
  page: Page,
  language: string,
  framed: boolean,
  rules?: string[],
): Promise<string[]> {
  const judge = async () => {
    // Content behind a dialog is checked at its own address.
    const dialog = '[aria-modal="true"]';
    const above = (await page.locator(dialog).count()) > 0;
    return faultsOf(page, {
      ...(above && { inside: dialog }),
      // The list of a select belongs to its input and to no landmark; the rows of a table are
      // alike.
      but: [
        ...(framed ? [] : FRAME),
        '[data-portal]:has(> * [role="listbox"])',
        `tbody tr:nth-child(n + ${String(ROWS + 1)})`,
      ],
      ...(rules ? { rules } : language !== WITH_COLOURS && { without: CONTRAST }),
    });
  };
  // A dialog that closes with the page's width may disappear between two checks.
  const found = await judge().catch(judge);
  return found.map(({ id, html, why }) => `${id}: ${html.slice(0, 200)} ${why}`);
}

/** Checks the page in its current width and colour scheme. */
async function faultsNow(
  page: Page,
  language: string,
  framed: boolean,
  judged = true,
): Promise<string[]> {
  const look = async () => {
    await settle(page);
    const found = judged ? await axe(page, language, framed) : [];
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (beyond > 0) found.push(`is ${String(beyond)} px wider than the screen`);
    found.push(...(await unsaid(page)));
    return found;
  };
  return whatStays(page, look);
}

const KEYS = Object.keys(
  JSON.parse(readFileSync(new URL('../src/locales/ko.json', import.meta.url), 'utf8')) as object,
);

/** Returns texts that are not loaded: the page shows their keys instead. */
async function unsaid(page: Page): Promise<string[]> {
  const words = await page.evaluate(() => {
    const named = ['aria-label', 'title', 'placeholder'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)),
    );
    return [document.body.innerText, ...named].join(' ').match(/[\w./-]+/g) ?? [];
  });
  const said = new Set(words);
  return KEYS.filter((key) => said.has(key)).map((key) => `has no text for ${key}`);
}

/** A page needs some frames to adapt to a new width and colours. Only what remains is a fault. */
async function whatStays(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  if ((await look()).length === 0) return [];
  await page.waitForTimeout(FRAMES);
  return look();
}

/**
 * Checks every width. The schemes differ only in colours, and in the dark scheme a phone shows
 * those of every width except the frame's.
 */
async function faults(page: Page, language: string, framed: boolean): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    const judged = language === WITH_COLOURS || (framed && width !== PHONE);
    const now = await faultsNow(page, language, framed, judged);
    if (language === WITH_COLOURS) {
      now.push(...(await unstyled(page)));
      if (width === PHONE) now.push(...(await tooSmall(page)));
      if (width === PHONE || framed) {
        await page.emulateMedia({ colorScheme: 'dark' });
        const dark = await whatStays(page, async () => {
          await settle(page);
          return axe(page, language, framed, CONTRAST);
        });
        now.push(...dark.map((fault) => `dark: ${fault}`));
        await page.emulateMedia({ colorScheme: 'light' });
      }
    }
    found.push(...now.map((fault) => `${String(width)} px: ${fault}`));
  }
  return found;
}

/**
 * Returns touch targets below 44 px, or 24 px inside an input. Links in user content are part of
 * running text and exempt.
 */
async function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const inside = '.mantine-Input-section, .mantine-Pill-root';
    const written = '[dir="auto"][translate="yes"]';
    return [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input:not([type="hidden"]), select, textarea, [role="tab"]',
      ),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .flatMap((element) => {
        // A checkbox can also be pressed by its label, which is as high as its row.
        const touched =
          element.closest('.mantine-Checkbox-body, .mantine-Radio-body, label') ?? element;
        const { width, height, top } = touched.getBoundingClientRect();
        // Elements that only the keyboard reveals are not touched; an input is as large as its
        // wrapper.
        if (
          top < 0 ||
          width < 2 ||
          height < 2 ||
          element.closest('.mantine-PasswordInput-innerInput, .mantine-MultiSelect-input') ||
          element.closest(written)
        )
          return [];
        const least = element.closest(inside) ? 24 : 44;
        return Math.round(height) < least || Math.round(width) < Math.min(least, 24)
          ? [
              `too small: ${String(Math.round(width))}×${String(Math.round(height))} ${element.outerHTML.slice(0, 140)}`,
            ]
          : [];
      });
  });
}

const require = createRequire(import.meta.url);

/** The classes that have rules in one of the library's style sheets. */
const STYLED = new Set(
  ['core', 'dates', 'notifications', 'spotlight'].flatMap((part) =>
    [
      ...readFileSync(require.resolve(`@mantine/${part}/styles.css`), 'utf8').matchAll(
        /\.(m_[0-9a-f]+)/g,
      ),
    ].map(([, name]) => name ?? ''),
  ),
);

/** Returns classes of elements for which the page has no rule. */
async function unstyled(page: Page): Promise<string[]> {
  const classes = await page.evaluate(() => {
    const rulesOf = (rules: CSSRuleList): string[] =>
      [...rules].flatMap((rule) =>
        'cssRules' in rule
          ? [rule.cssText, ...rulesOf(rule.cssRules as CSSRuleList)]
          : [rule.cssText],
      );
    const rules = [...document.styleSheets].flatMap((sheet) => rulesOf(sheet.cssRules)).join('\n');
    const used = [...document.querySelectorAll('[class*="m_"]')].flatMap((element) => [
      ...element.classList,
    ]);
    return [...new Set(used)].filter(
      (name) => /^m_[0-9a-f]+$/.test(name) && !rules.includes(`.${name}`),
    );
  });
  return classes.filter((name) => STYLED.has(name)).map((name) => `has no sheet for ${name}`);
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
    // Several parts of a long list distribute evenly among the workers.
    let before = 0;
    for (const part of partsOf(steps)) {
      const from = String(before + 1);
      before += part.length;
      test(`${language}: the pages of ${account}, ${from} and on`, async ({ browser }) => {
        const page = await openIn(browser, language, account);
        const rest = resting(page);
        // A layer opened by hand over a page would stay.
        let opens = true;
        for (const { address, after } of part) {
          await test.step(address, async () => {
            await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
            const record = await withRecord(page, address);
            await (opens ? page.goto(record) : follow(page, record));
            opens = language === WITH_COLOURS || after !== undefined;
            await expect(page.locator('main h1, [role="dialog"]').first()).toBeVisible({
              timeout: FIRST_PAINT,
            });
            await rest();
            await rememberRecord(page, address);
            await after?.(page);
            const framed = FRAMED.includes(address);
            expect.soft(await faults(page, language, framed), `${language} ${address}`).toEqual([]);
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
    expect.soft(await faultsNow(page, language, true)).toEqual([]);
    // On phones the menu signs out, after a question.
    await page.getByRole('dialog').getByRole('button').last().click();
    const menu = page.getByRole('dialog').getByRole('navigation');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect.soft(await faultsNow(page, language, true)).toEqual([]);
    await page.context().close();
  });

  test(`${language}: signing in again in place`, async ({ browser }) => {
    const page = await openIn(browser, language, 'admin');
    await page.goto(`${VENDORS.path}/new`);
    await page.getByRole('dialog').locator('input').first().fill('이름');
    await page.context().clearCookies();
    await page.getByRole('dialog').locator('button[type="submit"]').click();
    await expect(page.locator('dialog[open] input[type="password"]')).toBeVisible();
    expect.soft(await faults(page, language, true)).toEqual([]);
    await page.context().close();
  });

  test(`${language}: the login pages`, async ({ browser, baseURL }) => {
    const managers = await openIn(browser, language);
    await withSettings(managers, { noticeUntil: '2999-12-31' });
    await managers.goto('/');
    await expect(managers.getByRole('dialog')).toBeVisible();
    expect.soft(await faults(managers, language, true), 'with the notice').toEqual([]);
    await managers.keyboard.press('Escape');
    await expect(managers.getByRole('dialog')).toBeHidden();
    await managers.locator('form:has(input[type="password"]) button[type="submit"]').click();
    expect.soft(await faults(managers, language, true), 'for managers').toEqual([]);
    await managers.goto(PRIVACY_PAGE);
    await expect(managers.locator('main h1')).toBeVisible();
    expect.soft(await faults(managers, language, true), 'about personal data').toEqual([]);
    await managers.context().close();

    // Browsers resolve every name below localhost to the local machine.
    const users = await openIn(
      browser,
      language,
      undefined,
      baseURL?.replace('127.0.0.1', 'user.localhost'),
    );
    await users.goto('/');
    await expect(users.getByRole('timer')).toBeVisible();
    expect.soft(await faults(users, language, true), 'for members').toEqual([]);
    await users.locator('main [aria-haspopup="dialog"]').click();
    await expect(users.getByRole('dialog')).toBeVisible();
    expect.soft(await faults(users, language, true), 'with the stores of the app').toEqual([]);
    await users.context().close();
  });
}
