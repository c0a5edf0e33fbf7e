// Tables in daily use: sticky parts stay visible, nothing is clipped, and prints have every row.
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { signedIn } from './accounts';
import { fresh } from './fresh';
import { CODES, StaffApi } from './staff-api';

test.describe.configure({ mode: 'parallel' });
test.use({ storageState: signedIn('admin') });

const MEMBERS = '/member_management/company_member_management';
const HISTORY = '/history/physical_test_result_history';
const LANGUAGES = 'ko en ar de es fr hi id ja pt ru th vi zh-CN'.split(' ');

async function opened(page: Page, address: string): Promise<Locator> {
  await page.goto(address);
  await expect(page.locator('tbody tr [data-row-link]').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  return page.locator('main [role="region"]').first();
}

const isWider = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

async function inLanguage(browser: Browser, language: string, width: number): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    storageState: signedIn('admin'),
  });
  const page = await context.newPage();
  await page.addInitScript((tag) => {
    localStorage.setItem('uno-language', tag);
  }, language);
  return page;
}

test('the head stays below the header while the rows scroll, and sorts from there', async ({
  page,
}) => {
  await opened(page, `${MEMBERS}?pageSize=50`);
  await page.mouse.wheel(0, 900);
  // The copy is hidden from the accessibility tree, so it is located by its content.
  const copy = page.locator('[aria-hidden="true"] th', { has: page.locator('[data-name="이름"]') });
  await expect(copy).toBeVisible();
  await expect.poll(async () => (await copy.boundingBox())?.y).toBe(50);
  const real = await page.getByRole('columnheader', { name: '이름' }).boundingBox();
  const shown = await copy.boundingBox();
  expect(shown?.x).toBe(real?.x);
  expect(shown?.width).toBe(real?.width);
  await copy.click();
  await expect(page).toHaveURL(/sort=NAME/);
});

/** The lists with many columns. */
const LISTS = [
  MEMBERS,
  '/member_management/member_management',
  '/member_management/online_member_management',
  '/member_management/used_company_app_management',
  '/company_management/vendor_management',
  '/company_management/dealer_management',
  '/company_management/retailer_management',
  '/account_management/manager_account',
  '/account_management/operator_account',
  '/app_management/user_app_management',
  '/app_management/external_device_management',
  '/system_management/permission_group_management',
  '/system_management/terms_management',
  CODES,
];
for (const language of ['ko', 'de']) {
  test(`${language}: at 1440 px every column that shows by itself is in sight`, async ({
    browser,
  }) => {
    test.slow();
    const page = await inLanguage(browser, language, 1440);
    for (const address of LISTS) {
      // Oldest first: the demonstration's records. Those of other tests may have names of any
      // length.
      await opened(page, `${address}?sort=OLDEST`);
      const beyond = await page
        .locator('main table')
        .first()
        .evaluate(({ parentElement: frame }) =>
          frame ? frame.scrollWidth - frame.clientWidth : undefined,
        );
      expect(beyond, address).toBe(0);
    }
  });
}

for (const language of ['ko', 'ar']) {
  test(`${language}: at 1024 px only the table scrolls sideways, with its first column and its actions in place`, async ({
    browser,
  }) => {
    const page = await inLanguage(browser, language, 1024);
    const table = await opened(page, MEMBERS);
    const name = page.locator('tbody tr').first().locator('td').first();
    const actions = page.locator('tbody tr').first().locator('td[data-actions]');
    const places = async () => [(await name.boundingBox())?.x, (await actions.boundingBox())?.x];
    const before = await places();
    await expect(page.locator('[data-more-after]')).toHaveCount(1);
    expect(await isWider(page)).toBe(false);
    const edgeOf = (cell: Locator) => () =>
      cell.evaluate((element) => {
        const { opacity, borderInlineEndWidth, borderInlineStartWidth } = getComputedStyle(
          element,
          '::after',
        );
        return [opacity, borderInlineStartWidth, borderInlineEndWidth].join(' ');
      });
    await expect.poll(edgeOf(actions)).toBe('1 0px 1px');
    await table.evaluate((element) => {
      element.scrollLeft = element.scrollWidth * (document.dir === 'rtl' ? -1 : 1);
    });
    await expect(page.locator('[data-more-before]:not([data-more-after])')).toHaveCount(1);
    await expect.poll(edgeOf(name)).toBe('1 1px 0px');
    await expect.poll(edgeOf(actions)).toBe('0 0px 1px');
    expect(await places()).toEqual(before);
    const frame = await table.boundingBox();
    const end = await actions.boundingBox();
    expect(end?.x).toBeGreaterThanOrEqual(frame?.x ?? 0);
    expect((end?.x ?? 0) + (end?.width ?? 0)).toBeLessThanOrEqual(
      (frame?.x ?? 0) + (frame?.width ?? 0) + 1,
    );
    await page.context().close();
  });
}

test('at 1440 px no grade and no moment is cut, in any language', async ({ page }) => {
  test.slow();
  const table = await opened(page, HISTORY);
  const picker = page.getByRole('banner').locator('select').first();
  for (const language of LANGUAGES) {
    await picker.selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('tbody [data-tone]').first()).toBeVisible();
    const cut = await table.evaluate((frame) => {
      const { left, right } = frame.getBoundingClientRect();
      return [...frame.querySelectorAll('td [data-tone], td time')]
        .filter((value) => {
          const box = value.getBoundingClientRect();
          const cell = value.parentElement;
          return (
            box.left < left ||
            box.right > right ||
            (cell !== null && cell.scrollWidth > cell.clientWidth)
          );
        })
        .map((value) => value.textContent);
    });
    expect.soft([...new Set(cut)], language).toEqual([]);
  }
});

test('figures keep their distance from the words of the next column', async ({ browser }) => {
  for (const language of ['ko', 'ar']) {
    const page = await inLanguage(browser, language, 1440);
    await opened(page, MEMBERS);
    const distance = await page.evaluate(() => {
      const words = (cell: Element | null | undefined) => {
        const range = document.createRange();
        if (cell) range.selectNodeContents(cell);
        return range.getBoundingClientRect();
      };
      const figure = document.querySelector('tbody td[data-align="end"]');
      const all = [...(figure?.parentElement?.children ?? [])];
      const at = all.findIndex((cell) => cell === figure);
      const one = words(figure);
      // Numbers are right-aligned in every language.
      const neighbour = words(all[at + (document.dir === 'rtl' ? -1 : 1)]);
      return neighbour.left - one.right;
    });
    expect(distance, language).toBeGreaterThanOrEqual(24);
    await page.context().close();
  }
});

test('the total and the ways to other pages stand above and below the rows', async ({ page }) => {
  const table = await opened(page, MEMBERS);
  const above = page.getByRole('navigation', { name: '목록 위 페이지 이동' });
  const below = page.getByRole('navigation', { name: '목록 아래 페이지 이동' });
  const frame = await table.boundingBox();
  expect((await above.boundingBox())?.y).toBeLessThan(frame?.y ?? 0);
  expect((await below.boundingBox())?.y).toBeGreaterThan(frame?.y ?? 0);
  await expect(above).toContainText(/2,0\d\d건 중 1~20/);
  await expect(below).toContainText(/2,0\d\d건 중 1~20/);
  await above.getByRole('button', { name: '다음 페이지' }).click();
  await expect(below).toContainText(/2,0\d\d건 중 21~40/);
});

test('200 rows are all there for the browser’s search and on paper, with every column', async ({
  page,
}) => {
  await opened(page, `${MEMBERS}?pageSize=200`);
  await expect(page.locator('tbody tr')).toHaveCount(200);
  // Equivalent to Ctrl+F.
  const lastName = await page.locator('tbody tr').last().locator('td').nth(1).innerText();
  const find = (words: string) =>
    page.evaluate(
      (text) => (window as unknown as { find: (t: string) => boolean }).find(text),
      words,
    );
  expect(await find(lastName)).toBe(true);

  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 720, height: 1000 });
  expect(await isWider(page)).toBe(false);
  await expect(page.getByRole('banner')).toBeHidden();
  const cut = await page.evaluate(
    () =>
      [...document.querySelectorAll('tbody tr')].filter(
        (row) => row.getBoundingClientRect().height < 10,
      ).length +
      [...document.querySelectorAll('tbody td > *')].filter(
        (value) => value.checkVisibility() && value.scrollWidth > value.clientWidth + 1,
      ).length,
  );
  expect(cut).toBe(0);
  // The last row is printed: 200 rows need several sheets.
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g);
  expect(sheets?.length).toBeGreaterThanOrEqual(4);
});

test('on a phone rows are sorted by a menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await opened(page, MEMBERS);
  await page.getByRole('combobox', { name: '정렬' }).selectOption('이름 오름차순');
  await expect(page).toHaveURL(/sort=NAME/);
  await expect(page.getByRole('combobox', { name: '정렬' })).toHaveValue('NAME');
});

test('what is wrong with one filter moves neither those beside it nor what stands below', async ({
  page,
}) => {
  await opened(page, MEMBERS);
  const bar = page.getByRole('search');
  const day = bar.getByLabel('생년월일');
  const beside = [bar.getByLabel('이름', { exact: true }), bar.getByLabel('회원번호')];
  const tops = () =>
    Promise.all(
      [...beside, bar.getByLabel('등록일시')].map(async (input) => (await input.boundingBox())?.y),
    );
  const end = () => bar.evaluate((element) => element.getBoundingClientRect().bottom);
  const before = await tops();
  const endBefore = await end();
  const settings = bar.getByRole('button', { name: '표 보기 설정' });
  const first = bar.getByLabel('이름', { exact: true });
  const fromFirst = async () =>
    ((await settings.boundingBox())?.y ?? 0) - ((await first.boundingBox())?.y ?? 0);
  expect(Math.abs(await fromFirst())).toBeLessThanOrEqual(2);
  await day.fill('1992-13-45');
  await day.press('Enter');
  await expect(bar.getByText(/달력에 없는 날짜/)).toBeVisible();
  // Polled: an input that is being remounted has no position for a moment.
  await expect.poll(tops).toEqual(before);
  expect(await end()).toBe(endBefore);
  expect(Math.abs(await fromFirst())).toBeLessThanOrEqual(2);
});

test('a view of a list is saved, is still on after a reload, and is chosen again', async ({
  page,
}) => {
  await opened(page, `${MEMBERS}?sex=FEMALE&name=%EA%B9%80`);
  const name = `여성 ${String(Date.now())}`;
  const views = page.getByRole('button', { name: /^저장한 보기/ });
  const menu = page.getByRole('dialog', { name: '저장한 보기' });
  await page.getByRole('button', { name: '표 보기 설정' }).click();
  await page.getByRole('checkbox', { name: '회원번호' }).uncheck();
  await page.keyboard.press('Escape');
  await views.click();
  await menu.getByRole('button', { name: '새 보기로 저장' }).click();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(views).toHaveAccessibleName(`저장한 보기, ${name}`);

  await page.reload();
  await expect(views).toHaveAccessibleName(`저장한 보기, ${name}`);
  await views.click();
  await menu.getByRole('button', { name: '보기 해제' }).click();
  await expect(page).not.toHaveURL(/sex=/);
  // Without a view, the list uses this device's columns.
  await expect(page.getByRole('columnheader', { name: '회원번호' })).toHaveCount(0);
  await page.getByRole('button', { name: '표 보기 설정' }).click();
  await page.getByRole('checkbox', { name: '회원번호' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: '회원번호' })).toBeVisible();

  await views.click();
  await menu.getByRole('button', { name, exact: true }).click();
  await expect(page).toHaveURL(/sex=FEMALE/);
  await expect(page).not.toHaveURL(/name=/);
  await expect(page.getByRole('columnheader', { name: '회원번호' })).toHaveCount(0);
  await page.getByRole('button', { name: '조건 초기화' }).click();
  await expect(views).toHaveAccessibleName('저장한 보기');

  await views.click();
  await menu.getByRole('button', { name: new RegExp(`${name}.*삭제`) }).click();
  await expect(page.getByRole('button', { name: '되돌리기' })).toBeVisible();
});

test('several records are changed together and put back, by the keyboard alone', async ({
  page,
  request,
}) => {
  const api = await StaffApi.asAdmin(request);
  const name = fresh('묶음');
  for (const part of ['A', 'B']) {
    await api.send('POST', '/codes', {
      list: 'CONCERN_CATEGORY',
      code: fresh(`BULK_${part}`).toUpperCase().replaceAll('-', '_'),
      name: `${name} ${part}`,
      position: 9000,
      isActive: true,
    });
  }
  await opened(page, `${CODES}?name=${encodeURIComponent(name)}`);
  await page.getByRole('checkbox', { name: '이 페이지 모두 선택' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: '일괄 변경' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '일괄 변경' });
  await dialog.getByRole('switch', { name: '사용' }).focus();
  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: '미리 확인' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('2건이 바뀝니다.')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);

  const start = dialog.getByRole('button', { name: '2건 변경' });
  await expect(start).toBeFocused();
  await page.keyboard.press('Enter');
  const undo = dialog.getByRole('button', { name: '되돌리기' });
  await expect(undo).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(name) }).first()).toContainText(
    '사용 안 함',
  );

  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  for (const row of await page.getByRole('row', { name: new RegExp(name) }).all()) {
    await expect(row).not.toContainText('사용 안 함');
  }
});
