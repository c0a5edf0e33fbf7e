import { expect, test, type Page } from '@playwright/test';
import { signedIn } from './accounts';

test.use({ storageState: signedIn('admin') });

test('the menu is an accordion with one group open, and shows where the reader is', async ({
  page,
}) => {
  await page.goto('/company_management/vendor_management');
  const menu = page.getByRole('navigation', { name: '메뉴' });
  await expect(menu.getByRole('link', { name: '총판 관리' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await menu.getByRole('button', { name: '회원 관리' }).click();
  await expect(menu.getByRole('button', { name: '회원 관리' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(menu.getByRole('button', { name: '업체 관리' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  await menu.getByRole('link', { name: '업체 회원 관리' }).click();
  await expect(page).toHaveURL('/member_management/company_member_management');
  await expect(page).toHaveTitle(/업체 회원/);
});

test('Ctrl+B folds the menu to icons, and the choice is kept for seven days', async ({
  page,
  context,
}) => {
  await page.goto('/');
  const menu = page.getByRole('navigation').first();
  const width = async () => (await menu.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(200);
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBeLessThan(60);
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
  expect(cookie?.value).toBe('collapsed');
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeCloseTo(604_800, -2);
  await page.reload();
  await expect.poll(width).toBeLessThan(60);
});

test('on a phone the menu is a sheet that closes once a page is chosen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: /메뉴 펼치기/ }).click();
  const sheet = page.getByRole('dialog', { name: '메뉴' });
  await sheet.getByRole('button', { name: '이력 관리' }).click();
  await sheet.getByRole('link', { name: '신체 측정 결과 이력' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('heading', { name: '신체 측정 결과 이력' })).toBeVisible();
});

test('the command palette leads to pages', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: '대시보드' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('화면 또는 기능 검색').fill('판매점 관리');
  // Matches are highlighted in the console's colours, not in the browser's yellow.
  await expect(page.getByRole('dialog').locator('mark').first()).toHaveCSS(
    'background-color',
    'rgba(0, 0, 0, 0)',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/company_management/retailer_management');
});

test('the command palette is in reach on a phone, where the menu signs out', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: /빠른 이동/ }).click();
  await page.getByPlaceholder('화면 또는 기능 검색').fill('판매점 관리');
  await page.getByRole('dialog').getByText('업체 관리').first().click();
  await expect(page).toHaveURL('/company_management/retailer_management');
  await page.getByRole('button', { name: /메뉴 펼치기/ }).click();
  await page
    .getByRole('dialog', { name: '메뉴' })
    .getByRole('button', { name: '로그아웃' })
    .click();
  await expect(page.getByRole('dialog', { name: '로그아웃' })).toBeVisible();
});

test('whoever comes back to a list finds it where they left it', async ({ page }) => {
  await page.goto('/member_management/company_member_management');
  const row = page.getByRole('row').nth(15).getByRole('link').first();
  await row.scrollIntoViewIfNeeded();
  await page.evaluate(() => {
    window.scrollTo(0, 250);
  });
  await row.click();
  await expect(page.getByRole('heading', { name: '측정과 훈련' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(row).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(250);
});

test('an unknown address says that there is no such page', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByText('페이지를 찾을 수 없습니다')).toBeVisible();
});

test('the context menu is off, except where people write', async ({ page }) => {
  await page.goto('/company_management/vendor_management');
  const prevented = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(
        (element) =>
          !element.dispatchEvent(
            new MouseEvent('contextmenu', { bubbles: true, cancelable: true }),
          ),
      );
  await expect(page.getByRole('searchbox').first()).toBeVisible();
  expect(await prevented('h1')).toBe(true);
  expect(await prevented('input')).toBe(false);
});

test.describe('without being signed in', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('the context menu is off on the login page too', async ({ page }) => {
    await page.goto('/');
    const prevented = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate(
          (element) =>
            !element.dispatchEvent(
              new MouseEvent('contextmenu', { bubbles: true, cancelable: true }),
            ),
        );
    await expect(page.getByLabel('아이디')).toBeVisible();
    expect(await prevented('h1')).toBe(true);
    expect(await prevented('input')).toBe(false);
  });

  test('the login page stays when the server is out of reach, and says so', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await page.getByLabel('아이디').fill('admin');
    await page.getByLabel('비밀번호', { exact: true }).fill('something');
    await context.setOffline(true);
    await page.getByRole('button', { name: '로그인' }).click();
    await expect(page.getByText(/로그인에 실패했습니다/).first()).toBeVisible();
    await page.getByRole('button', { name: '사용자 모드' }).click();
    await expect(page.getByText('서버에 연결할 수 없습니다').first()).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('서버에 연결할 수 없습니다')).toHaveCount(0);
  });
});

test('a page whose code cannot be fetched reloads once after a second, and then asks for patience', async ({
  page,
}) => {
  const reloading = page.getByText('잠시만요... 페이지를 다시 불러오고 있어요.');
  const failedAgain = page.getByText(
    '방금도 새로고침했는데 또 문제가 발생했어요. 잠시 후 다시 시도해주세요.',
  );
  await page.goto('/');
  await expect(page.getByRole('heading', { name: '대시보드' })).toBeVisible();
  await page.route('**/assets/vendor-page-*.js', (route) => route.abort());
  let loads = 0;
  page.on('load', () => (loads += 1));
  const menu = page.getByRole('navigation', { name: '메뉴' });
  await menu.getByRole('button', { name: '업체 관리' }).click();
  await menu.getByRole('link', { name: '총판 관리' }).click();
  await expect(reloading).toBeVisible();
  const shownAt = Date.now();
  await page.waitForEvent('load');
  expect(Date.now() - shownAt).toBeGreaterThan(500);
  await expect(failedAgain).toBeVisible();
  expect(loads).toBe(1);

  // Five minutes later another reload is allowed.
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage)) {
      const at = Number(sessionStorage.getItem(key));
      if (key.includes('reload')) sessionStorage.setItem(key, String(at - 300_001));
    }
  });
  await page.reload();
  await expect(reloading).toBeVisible();
});

async function toVendors(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: '메뉴' });
  await menu.getByRole('button', { name: '업체 관리' }).click();
  await menu.getByRole('link', { name: '총판 관리' }).click();
}

test('without a network the console stays, says what is wrong, and goes on when it is back', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: '대시보드' })).toBeVisible();
  let loads = 0;
  page.on('load', () => (loads += 1));
  await context.setOffline(true);
  await toVendors(page);
  const offline = page.getByRole('heading', { name: '서버에 연결할 수 없습니다' });
  await expect(offline).toBeVisible();
  await page.getByRole('button', { name: '다시 시도' }).click();
  await page.waitForTimeout(1500);
  await expect(offline).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: '총판 관리', exact: true })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(loads).toBe(0);
});

test('while the server is down the console stays, and another try leads on', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: '대시보드' })).toBeVisible();
  await page.route('**/assets/**', (route) => route.abort());
  await page.route('**/readyz', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await toVendors(page);
  await expect(page.getByRole('heading', { name: '서버에 연결할 수 없습니다' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: '다시 시도' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('what is being written stays where a part of it cannot be fetched', async ({ page }) => {
  await page.goto('/system_management/board_management');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.route('**/assets/rich-text-editor-*.js', (route) => route.abort());
  await page.getByRole('link', { name: '게시글 등록' }).click();
  const title = page.getByRole('textbox', { name: '제목', exact: true });
  await title.fill('남아야 하는 글');
  await expect(page.getByRole('dialog').getByText('서버에 연결할 수 없습니다')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('dialog').getByRole('button', { name: '다시 시도' }).click();
  await expect(page.getByRole('textbox', { name: '내용' })).toBeVisible();
  await expect(title).toHaveValue('남아야 하는 글');
});

test('a page whose code takes its time is announced by the placeholder', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: '대시보드' })).toBeVisible();
  await page.route('**/assets/vendor-page-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await toVendors(page);
  await expect(page.getByRole('status', { name: '불러오는 중' })).toBeVisible({ timeout: 1000 });
  await expect(page.getByRole('heading', { name: '대시보드' })).toBeHidden();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('status', { name: '불러오는 중' })).toHaveCount(0);
});

test('so is home, and the page before stays until then', async ({ page }) => {
  await page.goto('/company_management/vendor_management');
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const { promise, resolve: comeNow } = Promise.withResolvers<null>();
  await page.route('**/assets/home-page-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.getByRole('link', { name: '홈으로' }).click();
  await expect(page.getByRole('status', { name: '불러오는 중' })).toBeVisible();
  await expect(page).toHaveURL('/company_management/vendor_management');
  comeNow(null);
  await expect(page.getByRole('heading', { name: '대시보드' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('an address that is wrong says what it is, and leads back', async ({ page }) => {
  const vendors = '/company_management/vendor_management';
  const dealers = '/company_management/dealer_management';
  const members = '/member_management/company_member_management';
  await page.goto(vendors);
  const vendor = await page.getByRole('row').nth(1).getByRole('link').getAttribute('href');
  const id = vendor?.split('/').at(-1) ?? '';

  const elsewhere = page.getByText('다른 화면의 자료입니다');
  await page.goto(`${dealers}/${id}`);
  await expect(elsewhere).toBeVisible();
  await page.getByRole('link', { name: '해당 화면에서 열기' }).click();
  await expect(page).toHaveURL(`${vendors}/${id}`);
  await page.goto(`${dealers}/${id}/edit`);
  await expect(elsewhere).toBeVisible();
  await page.getByRole('link', { name: '목록으로' }).click();
  await expect(page).toHaveURL(dealers);

  for (const address of [`${vendors}/999999999`, `${vendors}/abc`, `${vendors}/abc/edit`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: '자료를 찾을 수 없습니다' })).toBeVisible();
    await page.getByRole('link', { name: '목록으로' }).click();
    await expect(page).toHaveURL(vendors);
  }
  for (const address of [`${members}/999999999`, `${members}/-1`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: '자료를 찾을 수 없습니다' })).toBeVisible();
    await page.getByRole('link', { name: '목록으로' }).click();
    await expect(page).toHaveURL(members);
  }
  for (const place of ['sort=NONSENSE', 'page=-3', 'pageSize=100000']) {
    await page.goto(`${vendors}?${place}`);
    await expect(page.getByText('주소에 잘못된 값이 있습니다')).toBeVisible();
    await page.getByRole('button', { name: '목록으로' }).click();
    await expect(page).toHaveURL(vendors);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  }
});

test('the figures of a service and the lists behind them agree', async ({ page }) => {
  // Loads eight lists, for all services and for one.
  test.slow();
  await page.goto('/');
  const tabs = page.getByRole('tablist', { name: '서비스' });
  await expect(tabs).toBeVisible();
  const cards = page.getByRole('main').getByRole('link');
  for (const name of (await tabs.getByRole('tab').allTextContents()).slice(0, 2)) {
    const answered = page.waitForResponse('**/api/v1/statistics/dashboard**');
    await tabs.getByRole('tab', { name, exact: true }).click();
    await Promise.race([answered, page.waitForTimeout(1000)]);
    await page.waitForTimeout(300);
    for (const [label, title] of [
      ['총판', '총판 관리'],
      ['대리점', '대리점 관리'],
      ['판매점', '판매점 관리'],
      ['회원', '업체 회원 관리'],
    ]) {
      // Links to the members of an import and to daily actions have no number after their label.
      const card = cards.filter({ hasText: new RegExp(`^${label ?? ''}[\\d,]`) });
      const words = (await card.textContent()) ?? '';
      const figure = /([\d,]+)최근 30일/.exec(words)?.[1] ?? 'no figure';
      await card.click();
      await expect(page.getByRole('heading', { name: title ?? '', exact: true })).toBeVisible();
      await expect(
        page
          .getByText(new RegExp(`^${figure}건 중`))
          .or(page.getByText(figure === '0' ? '조건에 맞는 결과가 없습니다' : '없는 글'))
          .first(),
      ).toBeVisible();
      await page.goBack();
      await expect(tabs.getByRole('tab', { name, exact: true })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await page.waitForTimeout(300);
    }
  }
});
