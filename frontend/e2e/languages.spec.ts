// The console's languages: catalogues, text direction, numbers, and the translation of user
// content.
import { expect, test, type Page } from '@playwright/test';
import { signedIn } from './accounts';
import { withSettings } from './page-settings';
import { SCRIPT, serveStandIn } from './translation-stand-in';

const VENDORS = '/company_management/vendor_management';
const MEMBERS = '/member_management/company_member_management';

async function open(page: Page, language: string, address: string): Promise<void> {
  await page.addInitScript((tag) => {
    if (localStorage.getItem('uno-language') === null) localStorage.setItem('uno-language', tag);
  }, language);
  await page.goto(address);
}

/** The picker has the same place in every language. */
const picker = (page: Page) => page.getByRole('banner').locator('select').first();

test.describe('signed in', () => {
  test.use({ storageState: signedIn('admin') });

  const LANGUAGES = [
    ['ko', 'ltr', '저장'],
    ['en', 'ltr', 'Save'],
    ['zh-CN', 'ltr', '保存'],
    ['es', 'ltr', 'Guardar'],
    ['ar', 'rtl', 'حفظ'],
    ['hi', 'ltr', 'सेव करें'],
    ['fr', 'ltr', 'Enregistrer'],
    ['ru', 'ltr', 'Сохранить'],
    ['ja', 'ltr', '保存'],
    ['pt', 'ltr', 'Salvar'],
    ['de', 'ltr', 'Speichern'],
    ['vi', 'ltr', 'Lưu'],
    ['th', 'ltr', 'บันทึก'],
    ['id', 'ltr', 'Simpan'],
  ] as const;

  test('the picker offers fourteen languages; each is complete, fetched alone, and typing survives', async ({
    page,
  }) => {
    const catalogues = new Set<string>();
    page.on('request', (request) => {
      const name = /\/assets\/(ko|en|zh-CN|es|ar|hi|fr|ru|ja|pt|de|vi|th|id)\.[^/]*\.js$/.exec(
        request.url(),
      );
      if (name?.[1] !== undefined) catalogues.add(name[1]);
    });
    await open(page, 'ko', `${VENDORS}/new`);
    const name = page.getByRole('dialog').locator('input').first();
    await name.fill('한글 이름');
    await expect(picker(page).locator('option')).toHaveCount(LANGUAGES.length);
    for (const [tag, direction, save] of LANGUAGES) {
      // The dialog covers the picker.
      await picker(page).evaluate((select: HTMLSelectElement, value) => {
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }, tag);
      await expect(page.locator('html')).toHaveAttribute('lang', tag);
      await expect(page.locator('html')).toHaveAttribute('dir', direction);
      await expect(page.getByRole('dialog').locator('button[type="submit"]')).toHaveText(save);
      await expect(name).toHaveValue('한글 이름');
      expect([...catalogues]).toContain(tag);
    }
    expect(catalogues.size).toBe(LANGUAGES.length);
  });

  test('the choice changes the title of the page too, and is kept', async ({ page }) => {
    await open(page, 'ko', VENDORS);
    await picker(page).selectOption('en');
    await expect(page.getByRole('heading', { name: 'Vendors' })).toBeVisible();
    await expect(page).toHaveTitle('Vendors · UNO CMS');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Vendors' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });

  test('a language that cannot be fetched leaves the console as it is, and one that was chosen before falls back', async ({
    page,
  }) => {
    await page.route('**/assets/fr.*.js', (route) => route.abort());
    await open(page, 'ko', VENDORS);
    await picker(page).selectOption('fr');
    await expect(page.getByText('서버에 연결할 수 없습니다', { exact: false })).toBeVisible();
    await expect(page.getByRole('heading', { name: '총판' })).toBeVisible();
    await page.evaluate(() => {
      localStorage.setItem('uno-language', 'fr');
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: '총판' })).toBeVisible();
  });

  test('in Arabic the menu is on the right, rows begin there, and numbers keep their order', async ({
    page,
  }) => {
    await open(page, 'ar', MEMBERS);
    const menu = await page.getByRole('navigation').first().boundingBox();
    expect(menu?.x).toBeGreaterThan(1000);
    const phone = page.getByText(/^010-\*{4}-\d{4}$/).first();
    await expect(phone).toBeVisible();
    // The first character of the text is the leftmost one on the screen.
    const order = await phone.evaluate((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      return [0, 4, 9].map((at) => {
        const range = document.createRange();
        range.setStart(text ?? element, at);
        range.setEnd(text ?? element, at + 1);
        return range.getBoundingClientRect().left;
      });
    });
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    const name = await page.locator('th').first().boundingBox();
    const registered = await page.locator('th').nth(6).boundingBox();
    expect(name?.x).toBeGreaterThan(registered?.x ?? 0);
    expect(await page.locator('table').innerText()).not.toMatch(/[\u0660-\u0669]/);
  });

  test('a calendar is in the language, and its week begins where it does', async ({ page }) => {
    await open(page, 'fr', VENDORS);
    await page.locator('[data-dates-input]').click();
    const calendar = page
      .locator('.mantine-DatePickerInput-calendar, [data-dates-dropdown]')
      .last();
    await expect(calendar).toContainText(
      new Intl.DateTimeFormat('fr', { month: 'long', timeZone: 'Asia/Seoul' }).format(new Date()),
    );
    await expect(calendar.locator('th').first()).toHaveText(/^lu/i);
    await expect(page.getByRole('button', { name: 'Suivant', exact: true })).toBeVisible();
  });

  test('each script has its own font and no page breaks its words in the wrong way', async ({
    page,
  }) => {
    await open(page, 'ja', '/');
    const style = (property: string) =>
      page
        .locator('body')
        .evaluate((body, name) => getComputedStyle(body).getPropertyValue(name), property);
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect(await style('font-family')).toMatch(/^"?Hiragino Sans/);
    expect(await style('word-break')).toBe('normal');
    await picker(page).selectOption('ko');
    await expect.poll(() => style('font-family')).toMatch(/^"?Pretendard/);
    expect(await style('word-break')).toBe('keep-all');
  });
});

/** The widget on every page. */
const EVERYWHERE = { translationScript: SCRIPT, translationPages: ['/'] };

test.describe('machine translation', () => {
  test.use({ storageState: signedIn('admin') });
  const TEXT = '사람이 쓴 메모';

  async function registerVendor(page: Page, name: string): Promise<void> {
    await page.goto('/');
    await page.getByRole('navigation').getByRole('button', { name: '업체 관리' }).click();
    await page.getByRole('link', { name: '총판 관리' }).click();
    await page.getByRole('link', { name: '총판 등록' }).click();
    await page.getByLabel('업체명 *').fill(name);
    await page.getByLabel('메모').fill(TEXT);
    await page.getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('등록했습니다.')).toBeVisible();
  }

  test('follows the picker for what people wrote, and leaves the console’s own texts alone', async ({
    page,
  }) => {
    const asked = await serveStandIn(page);
    await withSettings(page, EVERYWHERE);
    await registerVendor(page, '번역되는 총판');
    expect(asked()).toBe(1);

    const memo = page.getByRole('tabpanel').locator('[translate="yes"]').last();
    await page.getByRole('link', { name: '번역되는 총판' }).click();
    await expect(memo).toHaveText(TEXT);
    await page.goBack();

    await picker(page).selectOption('en');
    await page.getByRole('link', { name: '번역되는 총판' }).click();
    await expect(memo).toHaveText(`[en] ${TEXT}`);
    await expect(page.getByRole('tabpanel')).toContainText('Note');
    await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible();

    // The banner is removed after a second, together with its space.
    await expect(page.locator('iframe.skiptranslate')).toHaveCount(0);
    expect(await page.locator('body').evaluate((body) => body.style.top)).toBe('');

    await page.goBack();
    await picker(page).selectOption('fr');
    await page.getByRole('link', { name: '번역되는 총판' }).click();
    await expect(memo).toHaveText(`[fr] ${TEXT}`);
    await page.goBack();
    await picker(page).selectOption('ko');
    await page.getByRole('link', { name: '번역되는 총판' }).click();
    await expect(memo).toHaveText(TEXT);
    const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
    await expect.poll(cookies).not.toContain('googtrans');
    await expect(memo).toHaveText(TEXT);
  });

  test('that cannot be loaded is only logged', async ({ page }) => {
    const logged: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') logged.push(message.text());
    });
    await page.route(`**${SCRIPT}*`, (route) => route.abort());
    await withSettings(page, EVERYWHERE);
    await page.goto('/');
    await expect.poll(() => logged.join()).toContain('translation script');
    await picker(page).selectOption('en');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('without a session', () => {
  test('machine translation is not loaded before signing in', async ({ page }) => {
    const asked = await serveStandIn(page);
    await withSettings(page, EVERYWHERE);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'UNO CMS LOGIN' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked()).toBe(0);
  });
});
