// Measurements of one kind are imported from a file with the dialog over their history.
import { expect, test } from '@playwright/test';
import { signedIn } from './accounts';
import { fresh } from './fresh';
import { StaffApi } from './staff-api';

const HISTORY = '/history/stress_history';

test.describe('importing measurements of a kind from its history', () => {
  test.use({ storageState: signedIn('admin') });

  test('a faulty row is repaired in place, and the same file changes nothing again', async ({
    page,
    request,
  }) => {
    test.slow();
    const staff = await StaffApi.asAdmin(request);
    const [company] = await staff.send<{ companyId: number; name: string }[]>(
      'GET',
      '/company-options?types=RETAILER',
    );
    const memberNo = fresh('STRESS');
    await staff.send('POST', '/members', {
      companyId: company?.companyId,
      memberNo,
      name: '서가을',
      birthDate: '1988-10-09',
      sex: 'FEMALE',
    });
    const rows = [
      '회원번호,측정일,측정 시간,심박수,SDNN,RMSSD,PSS-10,흡연',
      `${memberNo},2019. 4. 5.,오전 9:30,68회,42.1ms,35.7,14점,비흡연`,
      `${memberNo},2019. 4. 6.,오전 9:30,68회,42.1ms,35.7,41점,비흡연`,
      'E2E-없는-회원,2019. 4. 7.,오전 9:30,68회,42.1ms,35.7,14점,비흡연',
    ];
    const file = {
      name: 'stress.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\n')),
    };

    const upload = async () => {
      await page.goto(HISTORY);
      await page.getByRole('link', { name: '파일 일괄 등록' }).click();
      const dialog = page.getByRole('dialog', { name: '스트레스 측정 이력: 파일 일괄 등록' });
      await dialog.getByRole('combobox', { name: '소속 업체' }).click();
      await page.keyboard.type(company?.name ?? '');
      await page.getByRole('listbox').getByRole('option').first().click();
      await dialog.getByLabel('등록할 파일').setInputFiles(file);
      await dialog.getByRole('button', { name: '파일 확인' }).click();
      return dialog;
    };

    const dialog = await upload();
    const problems = dialog.getByRole('region', { name: '제외할 행과 사유' });
    await expect(problems.getByRole('row')).toHaveCount(3);
    await expect(problems.getByRole('row', { name: /PSS-10 총점/ })).toContainText('40 이하');
    await expect(problems.getByRole('row', { name: /회원번호/ })).toContainText('E2E-없는-회원');
    await expect(dialog.getByRole('region', { name: '등록할 내용 미리 보기' })).toContainText(
      '비흡연',
    );
    await dialog.getByRole('textbox', { name: '3행 PSS-10 총점, 고친 값' }).fill('14');
    await dialog.getByRole('button', { name: '다시 확인' }).click();
    await dialog.getByRole('button', { name: '2행 등록 시작' }).click();
    await expect(dialog.getByText('신규 2 · 변경 0 · 변경 없음 0 · 제외 1')).toBeVisible();
    await dialog.getByRole('button', { name: '닫기', exact: true }).last().click();
    await expect(page).toHaveURL(HISTORY);

    await page.goto(`${HISTORY}?memberNo=${memberNo}`);
    await expect(page.getByRole('row', { name: /서가을/ })).toHaveCount(2);

    const again = await upload();
    await expect(again.getByText('1행은 같은 측정이 이미 있어 그대로 둡니다.')).toBeVisible();
    await expect(again.getByRole('button', { name: '0행 등록 시작' })).toBeDisabled();
  });
});
