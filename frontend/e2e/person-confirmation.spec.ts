import { expect, test } from '@playwright/test';
import { signedIn } from './accounts';
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
});
