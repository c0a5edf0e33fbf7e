// From signing up in the app to seeing the company's measurements, and back: the member is asked
// for a link, accepts it and ends it.
import { expect, test, type APIRequestContext } from '@playwright/test';
import { expectConsole, kept, PASSWORD, signIn } from './accounts';
import { fresh } from './fresh';
import { signUp } from './sign-up';

const NAME = '도하린';
const BIRTH_DATE = '1991-07-08';

/** Imports a company's member with one measurement. Returns the member's id. */
async function measured(
  request: APIRequestContext,
  memberNo: string,
  phone: string,
): Promise<number> {
  const headers = await kept('retailer');
  const options = await request.get('/api/v1/company-options?types=RETAILER', { headers });
  const [company] = (await options.json()) as { companyId: number }[];
  const file = [
    'memberNo,name,sex,birthDate,phoneNumber,heightCm,weightKg,systolic,diastolic,measuredAt',
    `${memberNo},${NAME},F,${BIRTH_DATE},${phone},163,58.5,118,76,2026-01-05T09:00:00+09:00`,
  ].join('\n');
  const query = `fileName=people.csv&format=CSV`;
  const path = `/api/v1/companies/${String(company?.companyId)}/member-imports?${query}`;
  const upload = { ...headers, 'content-type': 'application/octet-stream' };
  const preview = await request.post(path, { headers: upload, data: Buffer.from(file) });
  const { job } = (await preview.json()) as { job: { jobId: number } };
  await request.post(`/api/v1/member-imports/${String(job.jobId)}/start`, { headers, data: {} });
  let memberId = 0;
  await expect
    .poll(async () => {
      const found = await request.get(`/api/v1/members?memberNo=${memberNo}`, { headers });
      const { data } = (await found.json()) as { data: { memberId: number }[] };
      memberId = data[0]?.memberId ?? 0;
      return memberId;
    })
    .not.toBe(0);
  return memberId;
}

test('who signs up is asked, accepts, sees the measurements, and ends it again', async ({
  browser,
  request,
}) => {
  const loginId = fresh('harin').replace('-', '.');
  const phone = `010-${String(Date.now()).slice(-8, -4)}-${String(Date.now()).slice(-4)}`;
  const data = { loginId, password: PASSWORD, name: NAME, birthDate: BIRTH_DATE, sex: 'FEMALE' };
  const signedUp = await signUp(request, { ...data, phoneNumber: phone });
  expect(signedUp.ok()).toBe(true);
  const memberId = await measured(request, fresh('LINK'), phone);

  const staff = await (await browser.newContext()).newPage();
  await signIn(staff, 'retailer', PASSWORD);
  await expectConsole(staff);
  await staff.goto(`/member_management/company_member_management/${String(memberId)}`);
  await staff.getByRole('tab', { name: '연결된 사용자' }).click();
  await staff.getByRole('button', { name: '연결할 사용자 찾기' }).click();
  const candidate = staff.getByRole('listitem').filter({ hasText: '휴대폰 번호 일치' });
  await expect(candidate).toContainText('도*린');
  await candidate.getByRole('button', { name: '연결 요청' }).click();
  await expect(staff.getByText('수락 대기')).toBeVisible();

  const person = await (await browser.newContext()).newPage();
  await signIn(person, loginId, PASSWORD);
  await expectConsole(person);
  await person.goto('/users/measurements/physical');
  await expect(person.getByText('아직 측정 결과가 없습니다')).toBeVisible();
  await person.goto('/users/me');
  await person.getByRole('button', { name: '수락' }).click();
  await expect(person.getByText('연결을 수락했습니다.')).toBeVisible();
  await person.goto('/users/measurements/physical');
  await expect(person.getByText('118/76').first()).toBeVisible();

  await staff.reload();
  await staff.getByRole('tab', { name: '연결된 사용자' }).click();
  await expect(staff.getByText('연결됨')).toBeVisible();
  await staff.goto('/member_management/online_member_management?name=%EB%8F%84%ED%95%98%EB%A6%B0');
  await expect(staff.getByRole('row', { name: /도하린/ }).first()).toBeVisible();

  await person.goto('/users/me');
  await person.getByRole('button', { name: /^연결 해제/ }).click();
  await person.getByRole('dialog').getByRole('button', { name: '연결 해제' }).click();
  await expect(person.getByText('연결을 해제했습니다.')).toBeVisible();
  await person.goto('/users/measurements/physical');
  await expect(person.getByText('아직 측정 결과가 없습니다')).toBeVisible();
});
