// Two users edit one record: the slower one sees both changes side by side, and both are saved.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { expectConsole, PASSWORD, signedIn, signIn } from './accounts';
import { fresh } from './fresh';
import { CODES, GROUPS, StaffApi } from './staff-api';

const ALL = ['read', 'create', 'update', 'delete'] as const;
const VENDORS = '/company_management/vendor_management';
test.use({ storageState: signedIn('admin') });

/** Opens a page as an administrator of the test's own, in a separate browser context. */
async function another(browser: Browser, api: StaffApi, loginId: string): Promise<Page> {
  const group = await api.makeGroup(fresh('둘째'), {
    [CODES]: ALL,
    [GROUPS]: ALL,
    [VENDORS]: ALL,
  });
  await api.makeManager(loginId, group.permissionGroupId);
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await signIn(page, loginId, PASSWORD);
  await expectConsole(page);
  return page;
}

const save = (page: Page) =>
  page.getByRole('dialog').first().getByRole('button', { name: '저장', exact: true }).click();
const saveMerged = (page: Page) => page.getByRole('button', { name: '합친 내용 저장' }).click();

test('two administrators who change one matrix both keep their changes', async ({
  page,
  request,
  browser,
}) => {
  const api = await StaffApi.asAdmin(request);
  const { permissionGroupId: id } = await api.makeGroup(fresh('함께'), { [CODES]: ['read'] });
  const other = await another(browser, api, fresh('conflict-1'));
  const address = `${GROUPS}/${String(id)}/edit`;
  const box = (of: Page, name: string) => of.getByRole('checkbox', { name, exact: true });
  const agree = (of: Page) =>
    of
      .getByRole('dialog', { name: '이 내용으로 저장하시겠습니까?' })
      .getByRole('button', { name: '저장', exact: true })
      .click();
  await page.goto(address);
  await other.goto(address);
  await box(page, '코드 관리 등록').click();
  await box(other, '권한 그룹 관리 조회').click();
  await save(other);
  await agree(other);
  await expect(other.getByText('저장했습니다.')).toBeVisible();

  await save(page);
  await agree(page);
  await expect(page.getByRole('heading', { name: '다른 사람이 먼저 저장했습니다' })).toBeFocused();
  const theirs = page.getByRole('group', { name: '메뉴 권한 · 권한 그룹 관리' });
  await expect(theirs).toContainText(/저장된 값\s*조회/);
  await expect(theirs).toContainText(/conflict-1/);
  const own = page.getByRole('group', { name: '메뉴 권한 · 코드 관리' });
  await expect(own).toContainText(/변경 전 · 조회/);
  await expect(own).toContainText(/조회, 등록\s*저장할 값|조회.*등록\s*저장할 값/);
  await expect(page.getByRole('radio')).toHaveCount(0);
  await saveMerged(page);
  await agree(page);
  await expect(page.getByText('저장했습니다.')).toBeVisible();
  const { allowedMenuItems } = await api.send<{ allowedMenuItems: unknown }>(
    'GET',
    `/permission-groups/${String(id)}`,
  );
  expect(allowedMenuItems).toEqual(
    await api.items({ [CODES]: ['read', 'create'], [GROUPS]: ['read'] }),
  );
  await other.context().close();
});

test('of what both have changed one value is chosen, by the keyboard alone', async ({
  page,
  request,
  browser,
}) => {
  const api = await StaffApi.asAdmin(request);
  const { companyId } = await api.send<{ companyId: number }>('POST', '/companies', {
    type: 'VENDOR',
    name: fresh('두 사람'),
    memo: '처음',
  });
  const other = await another(browser, api, fresh('conflict-2'));
  const address = `${VENDORS}/${String(companyId)}/edit`;
  await page.goto(address);
  await other.goto(address);
  await other.getByLabel('메모').fill('남의 메모');
  await other.getByLabel('대표자').fill('남의 대표');
  await save(other);
  await expect(other.getByText('저장했습니다.')).toBeVisible();

  await page.getByLabel('메모').fill('내 메모');
  await page.getByLabel('전화번호').fill('02-555-0100');
  await page.getByLabel('전화번호').press('Enter');
  await expect(page.getByRole('heading', { name: '다른 사람이 먼저 저장했습니다' })).toBeFocused();
  await page.keyboard.press('Tab');
  // An unresolved field is reported before anything is sent.
  await page.keyboard.press('Enter');
  await expect(page.getByText('저장할 값을 선택해주세요.')).toBeVisible();
  await expect(page.getByRole('radio', { name: '저장된 값' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '내가 입력한 값' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByText('저장했습니다.')).toBeVisible();
  expect(await api.send('GET', `/companies/${String(companyId)}`)).toMatchObject({
    memo: '내 메모',
    representativeName: '남의 대표',
    phoneNumber: '02-555-0100',
  });
  await other.context().close();
});
