import { expect, test } from '@playwright/test';
import { signedIn } from './accounts';

const HISTORY = '/history/dementia_prediction';

test.describe('the history of screenings for dementia', () => {
  test.use({ storageState: signedIn('admin') });

  test('one is entered by hand, answered item by item, told as a screening, and removed', async ({
    page,
  }) => {
    await page.goto(HISTORY);
    await page.getByRole('link', { name: '치매 선별검사 등록' }).click();
    const form = page.getByRole('dialog', { name: '치매 선별검사 등록' });
    await form.getByRole('combobox', { name: '회원' }).click();
    await page.keyboard.type('윤지우');
    await page
      .getByRole('option', { name: /윤지우/ })
      .first()
      .click();
    await form.getByLabel('날짜').fill('2020-02-03');
    await form.getByLabel('시각').fill('9:30');
    await form.getByRole('combobox', { name: '검사 도구' }).click();
    await page.getByRole('option', { name: 'KDSQ-P' }).click();
    for (const item of ['1번', '2번', '3번', '4번']) {
      await form.getByRole('radio', { name: `${item} 가끔(조금)` }).check();
    }
    await form.getByRole('radio', { name: '5번 아니요' }).check();
    await expect(form.getByText('합계 4점')).toBeVisible();
    await form.getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('등록했습니다.')).toBeVisible();

    await page.goto(`${HISTORY}?startMeasuredAt=2020-02-03&endMeasuredAt=2020-02-03`);
    const row = page.getByRole('row', { name: /윤지우/ });
    await expect(row).toContainText('KDSQ-C 필요');
    await row.getByRole('link').first().click();
    const detail = page.getByRole('dialog', { name: '윤지우' });
    await expect(detail.getByText(/선별검사 결과이며 진단이 아닙니다/)).toBeVisible();
    await expect(detail.getByText(/구간 .*≥ 4/)).toBeVisible();
    await detail.getByRole('button', { name: '삭제' }).click();
    await page
      .getByRole('dialog', { name: '치매 선별검사 삭제' })
      .getByRole('button', { name: '삭제' })
      .click();
    await expect(page.getByText('삭제했습니다.')).toBeVisible();
  });

  test('the norms in force are shown to whoever may load others', async ({ page }) => {
    await page.goto(HISTORY);
    await page.getByRole('link', { name: 'CIST 규준표' }).click();
    const dialog = page.getByRole('dialog', { name: 'CIST 규준표' });
    await expect(dialog.getByRole('table', { name: '나이와 교육연수별 기준 점수' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: '규준표 등록' })).toBeDisabled();
  });
});
