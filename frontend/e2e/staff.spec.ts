// An installation with nothing but an administrator becomes an organisation through the console
// alone: each tier creates the company and the account of the next, down to an operator, who
// registers and measures the first people. One of them has the app and sees the own result.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { expectConsole, PASSWORD, signIn, signInByCall } from './accounts';
import { FIRST, startEmpty } from './empty-installation';
import { readCode } from './read-code';
import { signUp } from './sign-up';

const ADDRESS = `127.0.0.1:${process.env.UNO_E2E_EMPTY_PORT ?? '8095'}`;
/** The address at which members sign in, on the same server. */
const OF_MEMBERS = `http://${ADDRESS.replace('127.0.0.1', 'user.localhost')}`;

let stop: (() => void) | undefined;
/** The operator's initial password. */
let forOperator = '';

// Later tests depend on the records of earlier ones.
test.describe.configure({ mode: 'serial' });
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
    // The only possible parent is the user's own company.
    const parent = page.getByRole('dialog').getByRole('combobox', { name: '상위 업체' });
    await expect(parent).toHaveValue(above);
  }
  await save(page);
}

/** Generates the first password, which the dialog shows once. */
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

/** Signs in for the first time, which only leads to the change of the password. */
async function begin(browser: Browser, loginId: string, given: string): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await signIn(page, loginId, given);
  await expect(page.getByRole('heading', { name: '비밀번호를 변경해주세요' })).toBeVisible();
  await page.goto('/account_management/manager_account');
  await expect(page.getByRole('heading', { name: '비밀번호를 변경해주세요' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.getByLabel('현재 비밀번호').fill(given);
  await page.getByLabel('새 비밀번호', { exact: true }).fill(ownPassword(given));
  await page.getByLabel('새 비밀번호 확인').fill(ownPassword(given));
  await page.getByRole('button', { name: '비밀번호 변경' }).click();
  await expect(page.getByRole('heading', { name: '비밀번호를 변경해주세요' })).toBeHidden();
  await page.goto('/');
  await expectConsole(page);
  return page;
}

/** Returns the password that an account chooses instead of the initial one. Each is different. */
function ownPassword(given: string): string {
  return `quite new words for ${Array.from(given).reverse().join('')}`;
}

async function openByMenu(page: Page, section: string, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: '메뉴' });
  await menu.getByRole('button', { name: section, exact: true }).click();
  await menu.getByRole('link', { name, exact: true }).click();
}

interface Person {
  name: string;
  memberNo: string;
  birthDate: string;
  sex: string;
  phoneNumber: string;
  systolic: string;
  diastolic: string;
}

const HARIN: Person = {
  name: '도하린',
  memberNo: 'A-001',
  birthDate: '1991-07-08',
  sex: '여성',
  phoneNumber: '010-1234-5678',
  systolic: '118',
  diastolic: '76',
};
const JIWOO: Person = {
  name: '윤지우',
  memberNo: 'A-002',
  birthDate: '1980-05-17',
  sex: '남성',
  phoneNumber: '010-8765-4321',
  systolic: '151',
  diastolic: '97',
};
/**
 * In Seoul. A test that runs early in the day would measure in the future at half past nine today.
 */
const YESTERDAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul' }).format(
  Date.now() - 86_400_000,
);

/** With access to a single company, users need not choose it. */
async function expectOnlyCompany(page: Page): Promise<void> {
  const form = page.getByRole('dialog');
  await expect(form.getByRole('combobox', { name: '소속 업체' })).toHaveValue('가온 건강센터');
}

async function registerMember(page: Page, person: Person): Promise<void> {
  await page.getByRole('link', { name: '회원 등록' }).first().click();
  await fill(page, '이름', person.name);
  await fill(page, '회원번호', person.memberNo);
  await expectOnlyCompany(page);
  await fill(page, '생년월일', person.birthDate);
  await page.keyboard.press('Tab');
  await choose(page, '성별', person.sex);
  await fill(page, '휴대폰 번호', person.phoneNumber);
  await save(page);
}

/** From the page of a member. */
async function enterMeasurement(page: Page, { name, systolic, diastolic }: Person): Promise<void> {
  await page.getByRole('link', { name: '신체 측정 등록' }).click();
  const form = page.getByRole('dialog', { name: '신체 측정 등록' });
  await expect(form.getByRole('combobox', { name: '회원' })).toHaveValue(new RegExp(name));
  await fill(page, '날짜', YESTERDAY);
  await fill(page, '시각', '9:30');
  await fill(page, '수축기 혈압', systolic);
  await fill(page, '이완기 혈압', diastolic);
  await choose(page, '측정 장소', '진료실');
  await save(page);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText(
    `${systolic}/${diastolic}`,
  );
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
  await expectOnlyCompany(retailer);
  await choose(retailer, '권한 그룹', '운영자');
  await save(retailer);
  forOperator = await firstPassword(retailer);

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

  // The creator of the account sees its sessions and ends them.
  await retailer.goto('/account_management/operator_account');
  await retailer.getByRole('link', { name: '1층 측정실' }).click();
  const detail = retailer.getByRole('dialog', { name: '1층 측정실' });
  await expect(detail).toContainText('로그인 성공');
  await detail.getByRole('button', { name: '로그아웃시키기' }).click();
  await expect(detail).toContainText('로그인 중인 기기가 없습니다');
  await operator.goto('/');
  await expect(operator.getByLabel('아이디')).toBeVisible();
});

test('the first member signs up in the app, is asked, and sees at the own page what the operator has measured', async ({
  browser,
  page: operator,
  request: app,
}) => {
  await signIn(operator, 'site.one', ownPassword(forOperator));
  await openByMenu(operator, '회원 관리', '업체 회원 관리');
  await registerMember(operator, JIWOO);
  await registerMember(operator, HARIN);

  const { name, birthDate, phoneNumber } = HARIN;
  const account = { loginId: 'harin.do', password: PASSWORD };
  const signedUp = await signUp(app, { ...account, name, birthDate, phoneNumber, sex: 'FEMALE' });
  expect(signedUp.ok(), await signedUp.text()).toBe(true);

  await operator.getByRole('link', { name }).click();
  await operator.getByRole('tab', { name: '연결된 사용자' }).click();
  await operator.getByRole('button', { name: '연결할 사용자 찾기' }).click();
  const candidate = operator.getByRole('listitem').filter({ hasText: '휴대폰 번호 일치' });
  await candidate.getByRole('button', { name: '연결 요청' }).click();
  await expect(operator.getByText('수락 대기')).toBeVisible();

  const person = await (await browser.newContext({ baseURL: OF_MEMBERS })).newPage();
  await person.goto('/');
  const qrCode = await readCode(person);
  const headers = await signInByCall(app, account.loginId, account.password);
  const confirmed = await app.post('/api/v1/auth/qr-code/confirm', { headers, data: { qrCode } });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
  await expect(person.getByRole('heading', { name: `${name}님, 안녕하세요` })).toBeVisible();
  await person.getByRole('link', { name: /연결을 요청한 업체가 있습니다/ }).click();
  const request = person.getByRole('region', { name: '가온 건강센터' });
  await request.getByRole('button', { name: '수락' }).click();
  await expect(person.getByText('연결을 수락했습니다.')).toBeVisible();
  await openByMenu(person, '측정 결과', '신체');
  await expect(person.getByText('아직 측정 결과가 없습니다')).toBeVisible();

  await enterMeasurement(operator, HARIN);
  await openByMenu(operator, '회원 관리', '업체 회원 관리');
  await operator.getByRole('link', { name: JIWOO.name }).click();
  await enterMeasurement(operator, JIWOO);

  // Two people were measured, and the member sees only the own result.
  await person.reload();
  const latest = person.getByRole('listitem').filter({ hasText: '혈압' });
  await expect(latest).toContainText(`${HARIN.systolic}/${HARIN.diastolic}`);
  await expect(latest).toContainText('정상');
  const rows = person.getByRole('table', { name: '혈압 측정값' }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(HARIN.systolic);
  await expect(person.getByRole('main')).not.toContainText(JIWOO.systolic);
});
