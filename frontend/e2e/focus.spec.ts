// Keyboard users never lose their place: whatever opens, closes or disappears, some element has the
// focus.
import { expect, test, type Page } from '@playwright/test';
import { expectConsole, PASSWORD, signedIn, signIn } from './accounts';

const VENDORS = '/company_management/vendor_management';
const MANAGERS = '/account_management/manager_account';
const BOARDS = '/system_management/board_management';
const MEASUREMENTS = '/history/physical_test_result_history';

test.use({ storageState: signedIn('admin') });

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement === null || activeElement === document.body
      ? 'BODY'
      : (activeElement.getAttribute('aria-label') ?? activeElement.id) || activeElement.tagName;
  });

/** Checks after all focus handling has finished. */
async function expectFocus(page: Page): Promise<void> {
  await page.waitForTimeout(400);
  expect(await focused(page)).not.toBe('BODY');
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
}

test('a dialog gives the focus back to what has opened it', async ({ page }) => {
  await open(page, VENDORS);
  const register = page.getByRole('link', { name: '총판 등록' });
  await register.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('업체명 *')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(register).toBeFocused();

  await open(page, MANAGERS);
  const row = page.getByRole('row').nth(1).getByRole('link');
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectFocus(page);
  await page.getByRole('dialog').getByRole('link', { name: '수정' }).press('Enter');
  await expect(page.getByRole('dialog').getByLabel('이름 *')).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: '취소' }).press('Enter');
  await expectFocus(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row).toBeFocused();
});

test('a dialog that was opened by a click on its row leads back to that row', async ({ page }) => {
  await open(page, MANAGERS);
  const row = page.getByRole('row').nth(2);
  await row.getByRole('cell').nth(2).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row.getByRole('link')).toBeFocused();
});

test('another page begins at its content, also from the palette', async ({ page }) => {
  await open(page, VENDORS);
  const menu = page.getByRole('navigation', { name: '메뉴' });
  await menu.getByRole('button', { name: '업체 관리' }).focus();
  await menu.getByRole('link', { name: '대리점 관리' }).press('Enter');
  await expect(page).toHaveURL('/company_management/dealer_management');
  await expect(page.getByRole('main')).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('화면 또는 기능 검색').fill('판매점 관리');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/company_management/retailer_management');
  await expect(page.getByRole('main')).toBeFocused();

  // The previous page stays until the next one is rendered, and its input would disappear with it.
  await expect(page.getByRole('link', { name: '판매점 등록' })).toBeVisible();
  const search = page.getByRole('searchbox').first();
  await search.focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('화면 또는 기능 검색')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();

  await page.goBack();
  await expectFocus(page);
});

test('every dialog of the header and of a list is walked through without losing the focus', async ({
  page,
}) => {
  test.slow();
  await open(page, VENDORS);
  const header = page.getByRole('banner');
  for (const name of ['로그아웃', '내 작업']) {
    const opener = header.getByRole('button', { name });
    await opener.press('Enter');
    await expectFocus(page);
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  }
  const columns = page.getByRole('button', { name: '표 보기 설정' });
  await columns.press('Enter');
  await expectFocus(page);
  await page.keyboard.press('Escape');
  await expect(columns).toBeFocused();
  await expect(page.getByRole('dialog')).toBeHidden();

  // A confirmation over a row.
  const remove = page.getByRole('row').nth(1).getByRole('button', { name: /삭제$/ });
  if ((await remove.getAttribute('aria-disabled')) === null) {
    await remove.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFocus(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expectFocus(page);
  }

  // A confirmation over a form.
  await page.getByRole('link', { name: '총판 등록' }).press('Enter');
  await page.getByRole('dialog').getByLabel('업체명 *').fill('쓰다 만 총판');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: '저장하지 않은 내용이 있습니다' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: '계속 작성' }).press('Enter');
  await expect(question).toBeHidden();
  await expectFocus(page);
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: /나가기/ }).press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectFocus(page);
});

test('what goes with its own click hands the focus to what is around it', async ({ page }) => {
  await page.goto(`${VENDORS}?name=${encodeURIComponent('없는 이름')}`);
  await page.getByRole('search').getByRole('button', { name: '조건 초기화' }).press('Enter');
  await expect(page.getByRole('searchbox').first()).toBeFocused();
  await page.goto(`${VENDORS}?name=${encodeURIComponent('없는 이름')}`);
  await expect(page.getByText('조건에 맞는 결과가 없습니다')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: '조건 초기화' }).last().press('Enter');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectFocus(page);
  // A saved form closes, and a deleted record disappears with its row.
  await page.goto(`${BOARDS}/new`);
  await page.getByRole('textbox', { name: '제목', exact: true }).fill('초점을 보는 공지');
  await page.getByRole('dialog').getByRole('combobox', { name: '분류' }).click();
  await page.getByRole('option', { name: '이벤트' }).click();
  await page.getByRole('textbox', { name: '내용' }).fill('글');
  await page.getByRole('button', { name: '저장', exact: true }).press('Enter');
  await expect(page.getByText('등록했습니다.')).toBeVisible();
  await expectFocus(page);
  await page.getByRole('button', { name: '초점을 보는 공지 삭제' }).press('Enter');
  await page
    .getByRole('dialog', { name: '게시글 삭제' })
    .getByRole('button', { name: '삭제' })
    .press('Enter');
  await expect(page.getByText('삭제했습니다.')).toBeVisible();
  await expect(page.getByRole('row', { name: '초점을 보는 공지' })).toHaveCount(0);
  await expectFocus(page);
});

test('what an export has opened is walked through in its order, and a button of it that is busy keeps the focus', async ({
  page,
}) => {
  // Few people: for many people in one day a reason is required.
  await open(page, `${MEASUREMENTS}?ageDecades=80`);
  const opener = page.getByRole('button', { name: '내보내기', exact: true });
  await opener.press('Enter');
  const card = page.getByRole('dialog', { name: '내보내기' });
  await card.getByRole('button', { name: 'XLSX' }).press('Enter');
  const download = card.getByRole('button', { name: '파일 내려받기' });
  await expect(download).toBeVisible();
  const stops = card.locator('a[href], button');
  await stops.last().focus();
  for (let at = 0; at < (await stops.count()); at += 1) {
    await page.keyboard.press('Tab');
    await expect(stops.nth(at)).toBeFocused();
  }
  await stops.first().focus();
  await page.keyboard.press('Shift+Tab');
  await expect(stops.last()).toBeFocused();

  const { promise, resolve: sendFile } = Promise.withResolvers<null>();
  await page.route('**/api/v1/jobs/*/file', async (route) => {
    await promise;
    await route.continue();
  });
  await download.press('Enter');
  await expect(download).toBeDisabled();
  sendFile(null);
  await expect(download).toBeEnabled();
  await expect(download).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(opener).toBeFocused();
});

test('Enter in a choice of several keeps its place', async ({ page }) => {
  await open(page, MEASUREMENTS);
  await page.getByRole('button', { name: '상세 조건' }).click();
  const choice = page.getByRole('combobox', { name: 'BMI 등급' });
  await choice.focus();
  await page.keyboard.press('ArrowDown');
  const at = () => page.locator('[role="option"][data-combobox-selected]').textContent();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const third = await at();
  await page.keyboard.press('Enter');
  await page.waitForTimeout(300);
  expect(await at()).toBe(third);
  await expect(choice).toBeFocused();
});

test.describe('without being signed in', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('whoever signs in goes on at the first page, as after any change of the page', async ({
    page,
  }) => {
    await signIn(page, 'dealer', PASSWORD);
    await expectConsole(page);
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test('the import begins at its first choice, without its list in the way', async ({ page }) => {
  await page.goto('/member_management/company_member_management/import');
  const company = page.getByRole('dialog').getByRole('combobox', { name: '소속 업체' });
  await expect(company).toBeFocused();
  await expect(company).toHaveAttribute('aria-expanded', 'false');
});
