// A person without the app, on an initially empty installation: imported from a file with others,
// given a login by staff, and then independent: changes the first password, sees the measurements,
// and accepts a second company.
import { expect, test, type APIRequestContext, type APIResponse } from '@playwright/test';
import { expectConsole, signIn, signInByCall, type Credentials } from './accounts';
import { FIRST, startEmpty } from './empty-installation';

const ADDRESS = `127.0.0.1:${process.env.UNO_E2E_REGULAR_PORT ?? '8096'}`;
const REGULAR = '/member_management/member_management';
const OWN = 'eleven quiet harbours';

let stop: (() => void) | undefined;
test.use({ baseURL: `http://${ADDRESS}` });
test.setTimeout(180_000);

test.beforeAll(async () => {
  stop = await startEmpty(ADDRESS);
});

test.afterAll(() => {
  stop?.();
});

/** Creates a retailer with the companies above it. Returns its id. */
async function retailer(
  request: APIRequestContext,
  headers: Credentials,
  name: string,
): Promise<number> {
  let parentCompanyId: number | null = null;
  for (const type of ['VENDOR', 'DEALER', 'RETAILER']) {
    const data: object = {
      type,
      name: type === 'RETAILER' ? name : `${name} ${type}`,
      parentCompanyId,
    };
    const answer: APIResponse = await request.post('/api/v1/companies', { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    parentCompanyId = ((await answer.json()) as { companyId: number }).companyId;
  }
  return parentCompanyId ?? 0;
}

test('a person whom staff have registered signs in, sees the measurements and accepts a link', async ({
  browser,
  request,
}) => {
  const headers = await signInByCall(request, 'admin', FIRST);
  await retailer(request, headers, '가온 건강센터');
  const second = await retailer(request, headers, '누리 건강센터');

  const staff = await (await browser.newContext()).newPage();
  await signIn(staff, 'admin', FIRST);
  await expectConsole(staff);
  await staff.goto(REGULAR);
  await staff.getByRole('link', { name: '파일 일괄 등록' }).click();
  const dialog = staff.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { name: '일반 회원으로도 등록' })).toBeChecked();
  await dialog.getByRole('combobox', { name: '소속 업체' }).fill('가온 건강센터');
  await staff.getByRole('option', { name: '가온 건강센터' }).last().click();
  const file = [
    'memberNo,name,sex,birthDate,phoneNumber,systolic,diastolic,measuredAt',
    'A1,도하린,F,1991-07-08,010-1234-5678,118,76,2026-01-05T09:00:00+09:00',
    'A2,윤지우,M,1980-05-17,010-8765-4321,,,',
    'A3,윤지우,X,1980-05-17,,,,',
  ].join('\n');
  await dialog
    .getByLabel('등록할 파일')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await dialog.getByRole('combobox', { name: '본인 확인 방법' }).click();
  await staff.getByRole('option', { name: '대면 확인' }).click();
  await dialog.getByRole('button', { name: '파일 확인' }).click();
  await expect(dialog.getByText('일반 회원으로 등록할 사람')).toBeVisible();
  await dialog.getByRole('button', { name: '2행 등록 시작' }).click();
  await expect(dialog.getByText(/신규 2 .* 제외 1/)).toBeVisible();
  await dialog.getByRole('button', { name: '닫기' }).last().click();

  await staff.getByRole('link', { name: '도하린' }).first().click();
  await expect(staff.getByText('118/76').first()).toBeVisible();
  await staff.getByRole('button', { name: '로그인 설정' }).click();
  const form = staff.getByRole('dialog');
  await form.getByRole('textbox', { name: '아이디' }).fill('harin.do');
  await form.getByRole('button', { name: '비밀번호 설정' }).click();
  await expect(form).toContainText('지금 한 번만 표시됩니다');
  const made = (await form.locator('code').textContent()) ?? '';
  await form.getByRole('button', { name: '닫기' }).last().click();
  await expect(staff.getByRole('button', { name: '비밀번호 설정' })).toBeVisible();

  // At the members' address, which shows a code to members with the app.
  const ownAddress = `http://${ADDRESS.replace('127.0.0.1', 'user.localhost')}`;
  const person = await (await browser.newContext({ baseURL: ownAddress })).newPage();
  await person.goto('/');
  await person.getByRole('button', { name: '아이디와 비밀번호로 로그인' }).click();
  await person.getByLabel('아이디').fill('harin.do');
  await person.getByLabel('비밀번호', { exact: true }).fill(made);
  await person.getByRole('button', { name: '로그인', exact: true }).click();
  await expect(person.getByRole('heading', { name: '비밀번호를 변경해주세요' })).toBeVisible();
  await person.getByLabel('현재 비밀번호').fill(made);
  await person.getByLabel('새 비밀번호', { exact: true }).fill(OWN);
  await person.getByLabel('새 비밀번호 확인').fill(OWN);
  await person.getByRole('button', { name: '비밀번호 변경' }).click();
  await expect(person.getByRole('heading', { name: '비밀번호를 변경해주세요' })).toBeHidden();
  await person.goto('/users/measurements/physical');
  await expect(person.getByText('118/76').first()).toBeVisible();

  // A second company registers the same person and requests a link.
  const record = {
    companyId: second,
    memberNo: 'B1',
    name: '도하린',
    birthDate: '1991-07-08',
    sex: 'FEMALE',
    phoneNumber: '010-1234-5678',
  };
  const known = await request.post('/api/v1/members', { headers, data: record });
  const { memberId } = (await known.json()) as { memberId: number };
  await staff.goto(`/member_management/company_member_management/${String(memberId)}?tab=links`);
  await staff.getByRole('button', { name: '연결할 사용자 찾기' }).click();
  const candidate = staff.getByRole('listitem').filter({ hasText: '휴대폰 번호 일치' });
  await candidate.getByRole('button', { name: '연결 요청' }).click();
  await expect(staff.getByText('수락 대기')).toBeVisible();
  await person.goto('/users/me');
  await person.getByRole('button', { name: '수락' }).click();
  await expect(person.getByText('연결을 수락했습니다.')).toBeVisible();
});
