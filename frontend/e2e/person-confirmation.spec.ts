import { expect, test } from '@playwright/test';
import { kept, signedIn } from './accounts';
import { readCode } from './read-code';
import { StaffApi } from './staff-api';

const BORN = '1988-08-08';
const PHONE = '010-8800-8808';

test.describe('a measurement without a person', () => {
  test.use({ storageState: signedIn('retailer') });

  test('is found as such, and given by keyboard to the member whose birth date and telephone agree', async ({
    page,
    request,
  }) => {
    const api = await StaffApi.as(request, 'retailer');
    const memberNo = `P${String(Date.now())}`;
    const name = `확인 ${memberNo}`;
    const { companyId } = (
      await api.send<{ data: { companyId: number }[] }>('GET', '/members?pageSize=1')
    ).data[0] ?? { companyId: 0 };
    await api.send('POST', '/members', {
      companyId,
      memberNo,
      name,
      birthDate: BORN,
      sex: 'FEMALE',
      phoneNumber: PHONE,
    });
    await api.send('POST', '/measurements', {
      heartRate: [
        {
          sourceId: memberNo,
          measuredAt: '2019-04-05T09:30:00+09:00',
          rate: 71,
          context: 'REST',
        },
      ],
    });

    await page.goto('/history/hr?isUnassigned=true&sort=OLDEST');
    await page.locator('[data-row-link]').first().click();
    const detail = page.getByRole('dialog');
    await expect(detail).toContainText('회원이 확인되지 않은 측정');
    await detail.getByRole('button', { name: '측정자 확인' }).press('Enter');
    await detail.getByRole('combobox', { name: '회원' }).fill(memberNo);
    await page.getByRole('option', { name: new RegExp(memberNo) }).click();
    await detail.getByLabel('생년월일').fill('1988-08-09');
    await detail.getByLabel('휴대폰 번호').fill('01088008808');
    await detail.getByRole('button', { name: '측정자 확인' }).press('Enter');
    await expect(
      detail.getByText('이 회원의 생년월일, 휴대폰 번호와 맞지 않습니다.'),
    ).toBeVisible();
    await detail.getByLabel('생년월일').fill(BORN);
    await detail.getByRole('button', { name: '측정자 확인' }).press('Enter');
    await expect(page.getByText('회원의 측정으로 연결했습니다.')).toBeVisible();
    await expect(detail.getByRole('link', { name })).toBeVisible();
  });

  test('is given to the member who agrees with the phone to the code on the screen', async ({
    page,
    request,
    playwright,
    baseURL,
  }) => {
    const api = await StaffApi.as(request, 'retailer');
    // A time long ago at which nothing else was measured.
    const moment = new Date(Date.UTC(2018, 3, 5) + (Date.now() % 10_000_000));
    await api.send('POST', '/measurements', {
      heartRate: [
        {
          sourceId: `Q${String(Date.now())}`,
          measuredAt: `${moment.toISOString().slice(0, 19)}-05:00`,
          rate: 72,
          context: 'REST',
        },
      ],
    });
    const phone = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    const headers = await kept('member');
    const answer = async (qrCode: string, approved: boolean) => {
      const asked = await phone.post('/api/v1/measurements/person-codes/inspect', {
        data: { qrCode },
        headers,
      });
      expect(await asked.json()).toMatchObject({ kind: 'HEART_RATE', measuredAtOffset: -300 });
      const answered = await phone.post('/api/v1/measurements/person-codes/answer', {
        data: { qrCode, approved },
        headers,
      });
      expect(answered.ok(), await answered.text()).toBe(true);
    };

    await page.goto('/history/hr?isUnassigned=true&sort=OLDEST');
    await page.locator('[data-row-link]').first().click();
    const detail = page.getByRole('dialog');
    await expect(detail).toContainText('UTC−05:00');
    await detail.getByRole('button', { name: '측정자 확인' }).press('Enter');
    await detail.getByRole('radio', { name: '본인 정보 입력' }).press('ArrowRight');
    const code = detail.getByRole('img', { name: '측정자 확인용 QR 코드' });
    await expect(code).toBeVisible();
    const declined = await readCode(code);
    expect(declined).toMatch(/^person_/);
    await answer(declined, false);
    await expect(detail.getByText('측정한 분이 동의하지 않았습니다.')).toBeVisible();

    await detail.getByRole('button', { name: 'QR 코드 새로고침' }).press('Enter');
    await expect(code).toBeVisible();
    await answer(await readCode(code, declined), true);
    await expect(page.getByText('회원의 측정으로 연결했습니다.')).toBeVisible();
    await expect(detail.getByRole('link', { name: '윤지우' })).toBeVisible();
    await phone.dispose();
  });
});
