// An installation that begins with nothing but an administrator becomes an organisation through the console alone: each
// tier makes the company and the account of the next, down to an operator.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { expectConsole, signIn } from './accounts';
import { FIRST, startEmpty } from './empty-installation';

const ADDRESS = `127.0.0.1:${process.env.UNO_E2E_EMPTY_PORT ?? '8095'}`;

let stop: (() => void) | undefined;
test.use({ baseURL: `http://${ADDRESS}` });
test.setTimeout(180_000);

test.beforeAll(async () => {
  stop = await startEmpty(ADDRESS);
});

test.afterAll(() => {
  stop?.();
});

async function choose(page: Page, name: string, option: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option }).first().click();
}

async function fill(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole('dialog').getByRole('textbox', { name }).fill(value);
}

async function save(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByText('등록했습니다.').first()).toBeVisible();
}

async function registerCompany(
  page: Page,
  screen: string,
  name: string,
  above?: string,
): Promise<void> {
  await page.goto(`/company_management/${screen}/new`);
  await fill(page, '업체명', name);
  if (above !== undefined) {
    await page.getByRole('dialog').getByRole('combobox', { name: '상위 업체' }).fill(above);
    await page.getByRole('option', { name: above }).click();
  }
  await save(page);
}

/** Has the first password made, which the dialog shows once. */
async function firstPassword(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: /비밀번호 설정/ });
  await dialog.getByRole('button', { name: '비밀번호 설정' }).click();
  await expect(dialog).toContainText('지금 한 번만 표시됩니다');
  const password = (await dialog.locator('code').textContent()) ?? '';
  expect(password).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  await dialog.getByRole('button', { name: '닫기' }).last().click();
  return password;
}

async function registerManager(
  page: Page,
  { loginId, role, company }: { loginId: string; role: string; company: string },
): Promise<string> {
  await page.goto('/account_management/manager_account/new');
  await fill(page, '이름', `${role} 담당`);
  await fill(page, '아이디', loginId);
  await choose(page, '구분', role);
  await choose(page, '소속 업체', company);
  await choose(page, '권한 그룹', role);
  await save(page);
  return firstPassword(page);
}

/** Signs in for the first time, which leads to the change of the password and to nothing else. */
async function begin(browser: Browser, loginId: string, given: string): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await signIn(page, loginId, given);
  await expect(page.getByRole('heading', { name: '비밀번호를 변경해주세요' })).toBeVisible();
  await page.goto('/account_management/manager_account');
  await expect(page.getByRole('heading', { name: '비밀번호를 변경해주세요' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.getByLabel('현재 비밀번호').fill(given);
  await page.getByLabel('새 비밀번호', { exact: true }).fill(`quite new words for ${role(given)}`);
  await page.getByLabel('새 비밀번호 확인').fill(`quite new words for ${role(given)}`);
  await page.getByRole('button', { name: '비밀번호 변경' }).click();
  await expect(page.getByRole('heading', { name: '비밀번호를 변경해주세요' })).toBeHidden();
  await page.goto('/');
  await expectConsole(page);
  return page;
}

/** Something of its own for each. */
function role(given: string): string {
  return Array.from(given).reverse().join('');
}

test('an empty installation becomes an organisation, from the administrator down to an operator', async ({
  browser,
  page: admin,
}) => {
  await signIn(admin, 'admin', FIRST);
  await expectConsole(admin);
  await registerCompany(admin, 'vendor_management', '가온 헬스케어');
  const forVendor = await registerManager(admin, {
    loginId: 'vendor.kim',
    role: '총판',
    company: '가온 헬스케어',
  });

  const vendor = await begin(browser, 'vendor.kim', forVendor);
  await registerCompany(vendor, 'dealer_management', '가온 메디컬', '가온 헬스케어');
  const forDealer = await registerManager(vendor, {
    loginId: 'dealer.lee',
    role: '대리점',
    company: '가온 메디컬',
  });

  const dealer = await begin(browser, 'dealer.lee', forDealer);
  await registerCompany(dealer, 'retailer_management', '가온 건강센터', '가온 메디컬');
  const forRetailer = await registerManager(dealer, {
    loginId: 'retailer.park',
    role: '판매점',
    company: '가온 건강센터',
  });

  const retailer = await begin(browser, 'retailer.park', forRetailer);
  await retailer.goto('/account_management/operator_account/new');
  await fill(retailer, '이름', '1층 측정실');
  await fill(retailer, '아이디', 'site.one');
  await choose(retailer, '소속 업체', '가온 건강센터');
  await choose(retailer, '권한 그룹', '운영자');
  await save(retailer);
  const forOperator = await firstPassword(retailer);

  await retailer.goto('/account_management/operator_account/launch');
  const launch = retailer.getByRole('dialog', { name: '운영 시작' });
  await launch.getByRole('combobox', { name: '운영자 계정' }).click();
  await retailer.getByRole('option', { name: /1층 측정실/ }).click();
  await retailer.keyboard.press('Escape');
  await launch.getByRole('button', { name: '운영 시작' }).click();
  await expect(retailer.getByText('운영을 시작했습니다.')).toBeVisible();
  await expect(retailer.getByRole('row', { name: /1층 측정실/ })).toContainText('운영 중');

  const operator = await begin(browser, 'site.one', forOperator);
  await operator.goto('/member_management/company_member_management');
  await expect(operator.getByRole('heading', { name: '업체 회원', level: 1 })).toBeVisible();
  await operator.goto('/account_management/manager_account');
  await expect(operator.getByText('접근 권한이 없습니다')).toBeVisible();

  // Who made it sees from where it is used, and signs it out.
  await retailer.goto('/account_management/operator_account');
  await retailer.getByRole('link', { name: '1층 측정실' }).click();
  const detail = retailer.getByRole('dialog', { name: '1층 측정실' });
  await expect(detail).toContainText('로그인 성공');
  await detail.getByRole('button', { name: '로그아웃시키기' }).click();
  await expect(detail).toContainText('로그인 중인 기기가 없습니다');
  await operator.goto('/');
  await expect(operator.getByLabel('아이디')).toBeVisible();
});
