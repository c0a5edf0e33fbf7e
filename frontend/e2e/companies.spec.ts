import { expect, test, type Page } from '@playwright/test';
import { signedIn } from './accounts';
import { fresh } from './fresh';

const VENDORS = '/company_management/vendor_management';
const DEALERS = '/company_management/dealer_management';
const RETAILERS = '/company_management/retailer_management';
const MANAGERS = '/account_management/manager_account';
test.use({ storageState: signedIn('admin') });

async function register(page: Page, name: string): Promise<void> {
  await page.goto(VENDORS);
  await page.getByRole('link', { name: '총판 등록' }).click();
  await page.getByLabel('업체명 *').fill(name);
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByText('등록했습니다.')).toBeVisible();
  await expect(page).toHaveURL(VENDORS);
}

test('a company is registered, found, changed, followed in its history, and deleted', async ({
  page,
}) => {
  const name = fresh('가온누리');
  await register(page, name);

  await page.getByRole('searchbox', { name: '업체명' }).fill(name);
  await expect(page).toHaveURL(/name=/);
  await expect(page.getByRole('row')).toHaveCount(2);

  await page.getByRole('button', { name: `${name} 수정` }).click();
  await page.getByLabel('대표자').fill('정가온');
  await page.getByLabel('메모').fill('첫 계약');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByText('저장했습니다.')).toBeVisible();

  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const detail = page.getByRole('main');
  await expect(detail).toContainText('정가온');
  await detail.getByRole('tab', { name: '변경 이력' }).click();
  await expect(page).toHaveURL(/tab=history/);
  await expect(detail.getByRole('row', { name: /대표자/ }).first()).toContainText('정가온');

  await detail.getByRole('button', { name: '삭제', exact: true }).click();
  await page
    .getByRole('dialog', { name: '총판 삭제' })
    .getByRole('button', { name: '삭제' })
    .click();
  await expect(page.getByText('삭제했습니다.')).toBeVisible();
  await expect(page).toHaveURL(VENDORS);
});

test('a company whose answer was lost is registered once, however often it is saved', async ({
  page,
}) => {
  const name = fresh('되풀이');
  const keys: (string | undefined)[] = [];
  await page.goto(`${VENDORS}/new`);
  await page.getByLabel('업체명 *').fill(name);
  await page.route('**/api/v1/companies', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 2) return route.fallback();
    // The server makes the company, and its answer does not arrive.
    expect((await route.fetch()).status()).toBe(200);
    return route.abort('connectionreset');
  });
  const save = page.getByRole('button', { name: '저장', exact: true });
  await save.click();
  await expect(page.getByRole('alert')).toBeVisible();
  // The form's draft keeps the key.
  await page.reload();
  await expect(page.getByLabel('업체명 *')).toHaveValue(name);
  await save.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await save.click();
  await expect(page.getByText('등록했습니다.')).toBeVisible();
  expect(keys).toHaveLength(3);
  expect(keys[0]).toMatch(/^".+"$/);
  expect(new Set(keys).size).toBe(1);
  await page.goto(`${VENDORS}?name=${encodeURIComponent(name)}`);
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('a company that others depend on cannot be deleted, and the button says why', async ({
  page,
}) => {
  await page.goto(VENDORS);
  const button = page.locator('button[aria-disabled="true"][aria-label$="삭제"]').first();
  await button.hover();
  await expect(page.getByRole('tooltip')).toContainText('삭제할 수 없습니다');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.method()));
  await button.click({ force: true });
  await page.getByRole('button', { name: '표 보기 설정' }).click();
  await expect(page.getByRole('dialog', { name: '총판 삭제' })).toHaveCount(0);
  expect(asked).not.toContain('DELETE');
});

test('a dialog is an address: a link opens it and Back closes it', async ({ page }) => {
  await page.goto(MANAGERS);
  const first = page.locator('[data-row-link]').first();
  const name = (await first.textContent()) ?? '';
  await first.click();
  await expect(page).toHaveURL(/manager_account\/\d+$/);
  const address = page.url();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(MANAGERS);

  await page.goto(address);
  await expect(page.getByRole('dialog', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(MANAGERS);
});

test('leaving a changed form asks first, and staying loses nothing', async ({ page }) => {
  await page.goto(VENDORS);
  await page.getByRole('link', { name: '총판 등록' }).click();
  await page.getByLabel('업체명 *').fill('쓰다 만 이름');
  await page.goBack();
  const question = page.getByRole('dialog', { name: '저장하지 않은 내용이 있습니다' });
  await question.getByRole('button', { name: '계속 작성' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByLabel('업체명 *')).toHaveValue('쓰다 만 이름');
  await page.getByRole('button', { name: '취소' }).click();
  await question.getByRole('button', { name: '나가기' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(VENDORS);
});

test('a tab that goes without a word leaves what was written for its account, unreadable', async ({
  page,
  context,
}) => {
  const form = `${VENDORS}/new`;
  await page.goto(form);
  await page.getByLabel('업체명 *').fill('쓰다 만 이름');
  const kept = (tab: typeof page) =>
    tab.evaluate(() =>
      Object.entries(localStorage).filter(([name]) => name.startsWith('uno-draft:')),
    );
  await expect.poll(() => kept(page)).toHaveLength(1);
  expect(JSON.stringify(await kept(page))).not.toContain('쓰다');
  const later = await context.newPage();
  await page.close();
  await later.goto(form);
  await expect(later.getByText(/에 작성하던 내용을 불러왔습니다$/)).toBeVisible();
  await expect(later.getByLabel('업체명 *')).toHaveValue('쓰다 만 이름');
  await later.getByRole('button', { name: '버리기' }).click();
  await expect(later.getByLabel('업체명 *')).toHaveValue('');
  await expect(later.getByLabel('업체명 *')).toBeFocused();
  expect(await kept(later)).toEqual([]);
});

test('a company’s page has tabs of its address: departments, and credentials whose secret shows once', async ({
  page,
}) => {
  await page.goto(RETAILERS);
  await page.locator('[data-row-link]').first().click();
  await page.getByRole('tab', { name: '부서' }).click();
  await expect(page).toHaveURL(/tab=divisions/);
  const name = fresh('검진팀');
  await page.getByRole('link', { name: '부서 추가', exact: true }).click();
  await page.getByLabel('부서명 *').fill(name);
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByText('등록했습니다.')).toBeVisible();
  await page.getByRole('button', { name: `${name} 삭제` }).click();
  await page
    .getByRole('dialog', { name: '부서 삭제' })
    .getByRole('button', { name: '삭제' })
    .click();
  await expect(page.getByRole('button', { name: `${name} 삭제` })).toHaveCount(0);
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expect(page.getByRole('button', { name: `${name} 삭제` })).toBeVisible();

  await page.getByRole('tab', { name: '연동 인증키' }).click();
  const key = fresh('예약 연동');
  await page.getByRole('link', { name: '인증키 발급' }).click();
  await page.getByLabel('용도 *').fill(key);
  await page.getByRole('button', { name: '발급', exact: true }).click();
  const secret = (await page.locator('[role="dialog"] code').textContent()) ?? '';
  const read = () =>
    page.request.get('/b2b/v1/companies', { headers: { authorization: `Bearer ${secret}` } });
  expect((await read()).status()).toBe(200);
  await page.getByRole('dialog').getByText('닫기').click();
  await expect(page.getByText(secret)).toHaveCount(0);
  await page.getByRole('button', { name: `${key} 폐기` }).click();
  await page.getByRole('dialog', { name: '폐기' }).getByRole('button', { name: '폐기' }).click();
  await expect(page.getByText('인증키를 폐기했습니다.')).toBeVisible();
  expect((await read()).status()).toBe(401);
});

test('a dealer moves up and becomes a vendor with the retailer below it', async ({ page }) => {
  const [vendor, dealer, retailer] = [fresh('한결'), fresh('두레'), fresh('나눔')];
  await register(page, vendor);
  const made = async (list: string, button: string, name: string, above: string) => {
    await page.goto(list);
    await page.getByRole('link', { name: button }).click();
    await page.getByLabel('업체명 *').fill(name);
    const parent = page.getByRole('dialog').getByRole('combobox', { name: /상위 업체/ });
    await parent.fill(above);
    await page.getByRole('option', { name: above }).click();
    await page.getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('등록했습니다.')).toBeVisible();
  };
  await made(DEALERS, '대리점 등록', dealer, vendor);
  await made(RETAILERS, '판매점 등록', retailer, dealer);

  await page.goto(`${DEALERS}?name=${encodeURIComponent(dealer)}`);
  await page.getByRole('link', { name: dealer }).click();
  await page.getByRole('link', { name: '승급' }).click();
  const dialog = page.getByRole('dialog', { name: `총판으로 승급 – ${dealer}` });
  await expect(dialog.getByText('함께 옮겨지는 것')).toBeVisible();
  const confirm = dialog.getByRole('button', { name: '승급' });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill(dealer);
  await confirm.click();
  await dialog.getByRole('link', { name: '승급한 업체로 이동' }).click();
  await expect(page).toHaveURL(new RegExp(`${VENDORS}/\\d+$`));
  await expect(page.getByRole('heading', { name: dealer, level: 1 })).toBeVisible();
  await page.getByRole('tab', { name: '변경 이력' }).click();
  await expect(page.getByRole('row', { name: '업체 구분 대리점 총판' })).toBeVisible();
  await page.getByRole('tab', { name: '하위 업체' }).click();
  await expect(page.getByRole('link', { name: retailer })).toBeVisible();
});
