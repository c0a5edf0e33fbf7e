// Every component has its style sheet on every page, also where the page is the first that is opened: the sheets are
// loaded with the code that needs them, and one that only another page loads would be missing here.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test, type Page } from '@playwright/test';
import { signedIn, type AccountName } from './accounts';

test.describe.configure({ mode: 'parallel' });

const require = createRequire(import.meta.url);
const CLASS = /\.(m_[0-9a-f]+)/g;

/** The classes that the library has rules for, in any of its style sheets. */
const STYLED = new Set(
  ['core', 'dates', 'notifications', 'spotlight'].flatMap((part) =>
    [...readFileSync(require.resolve(`@mantine/${part}/styles.css`), 'utf8').matchAll(CLASS)].map(
      ([, name]) => name ?? '',
    ),
  ),
);

const VENDORS = '/company_management/vendor_management';
const MEMBERS = '/member_management/company_member_management';
const BOARDS = '/system_management/board_management';

interface Step {
  address: string;
  /** What only shows once it is opened. */
  open?: (page: Page) => Promise<void>;
}

const click = (selector: string) => (page: Page) => page.locator(selector).first().click();

const PAGES: Record<'admin' | 'member' | 'nobody', readonly Step[]> = {
  nobody: [{ address: '/' }, { address: '/personalInformationProtection' }],
  admin: [
    { address: '/' },
    { address: '/account_settings' },
    { address: '/', open: click('header button[aria-haspopup="dialog"]') },
    { address: VENDORS },
    { address: VENDORS, open: click('button[aria-label="표 보기 설정"]') },
    { address: VENDORS, open: click('search input[aria-haspopup="listbox"]') },
    { address: VENDORS, open: click('[data-dates-input]') },
    { address: `${VENDORS}/new` },
    { address: `${VENDORS}/1` },
    { address: `${VENDORS}/1`, open: click('[role="tab"]:last-of-type') },
    { address: `${VENDORS}/1/edit` },
    { address: MEMBERS },
    { address: `${MEMBERS}/new` },
    {
      address: `${MEMBERS}/new`,
      open: click('[role="dialog"] [data-path="birthDate"]'),
    },
    { address: `${MEMBERS}/import` },
    { address: `${MEMBERS}/1` },
    { address: `${MEMBERS}/1/edit` },
    { address: '/history/physical_test_result_history' },
    { address: '/history/physical_test_result_history/1' },
    { address: BOARDS },
    { address: `${BOARDS}/new` },
    { address: `${BOARDS}/1` },
    { address: '/system_management/terms_management' },
    { address: '/?announcement=1' },
    { address: '/users/me' },
    { address: '/no/such/page' },
  ],
  member: [
    { address: '/' },
    { address: '/users/me' },
    { address: '/users/me/edit' },
    { address: '/users/me/password' },
    { address: '/users/measurements/physical' },
    { address: '/users/measurements/stress' },
    { address: '/users/survey/survey' },
  ],
};

/** Classes of elements on the page that the page has no rule for. */
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
  return classes.filter((name) => STYLED.has(name));
}

for (const [account, steps] of Object.entries(PAGES)) {
  for (const [at, { address, open }] of steps.entries()) {
    test(`${account}, ${String(at + 1)}: ${address}${open ? ', opened' : ''}`, async ({
      browser,
    }) => {
      const context = await browser.newContext(
        account === 'nobody' ? {} : { storageState: signedIn(account as AccountName) },
      );
      const page = await context.newPage();
      await page.goto(address);
      await expect(page.locator('main h1, h1, [role="dialog"]').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await open?.(page);
      await expect.poll(() => unstyled(page)).toEqual([]);
      await context.close();
    });
  }
}
