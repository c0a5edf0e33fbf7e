import { expect, test } from '@playwright/test';
import { signedIn } from './accounts';

const HISTORY = '/history/survey_history';

test.describe('the history of psychological tests', () => {
  test.use({ storageState: signedIn('retailer') });

  test('one is entered by hand, graded with its reasons, corrected and removed', async ({
    page,
  }) => {
    await page.goto(HISTORY);
    await page.getByRole('link', { name: '심리검사 등록' }).click();
    const form = page.getByRole('dialog', { name: '심리검사 등록' });
    await form.getByRole('combobox', { name: '회원' }).click();
    await page.keyboard.type('윤지우');
    await page
      .getByRole('option', { name: /윤지우/ })
      .first()
      .click();
    await form.getByLabel('날짜').fill('2020-02-03');
    await form.getByLabel('시각').fill('9:30');
    await form.getByRole('combobox', { name: '검사 도구' }).click();
    await page.getByRole('option', { name: 'PSS-10' }).click();
    await form.getByLabel(/^결과.*0–40/).fill('41');
    await form.getByRole('button', { name: '저장', exact: true }).click();
    await expect(form.getByText('40 이하여야 합니다.')).toBeVisible();
    await form.getByLabel(/^결과.*0–40/).fill('27');
    await form.getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('등록했습니다.')).toBeVisible();

    await page.goto(`${HISTORY}?startMeasuredAt=2020-02-03&endMeasuredAt=2020-02-03`);
    const row = page.getByRole('row', { name: /윤지우/ });
    await expect(row).toContainText('경고');
    await row.getByRole('link').first().click();
    const detail = page.getByRole('dialog', { name: '윤지우' });
    await expect(detail.getByText('PSS-10 27에서 환산')).toBeVisible();
    await expect(detail.getByText('높은 스트레스')).toBeVisible();

    await detail.getByRole('link', { name: '수정' }).click();
    const edit = page.getByRole('dialog', { name: '심리검사 수정' });
    await edit.getByLabel(/^결과.*0–40/).fill('13');
    await edit.getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('저장했습니다.')).toBeVisible();
    await expect(detail.getByText('낮은 스트레스')).toBeVisible();

    await detail.getByRole('button', { name: '삭제' }).click();
    await page
      .getByRole('dialog', { name: '심리검사 삭제' })
      .getByRole('button', { name: '삭제' })
      .click();
    await expect(page.getByText('삭제했습니다.')).toBeVisible();
  });

  test('it is found by instrument and grade, and shown of a member beside the other kinds', async ({
    page,
  }) => {
    await page.goto(`${HISTORY}?instruments=GAD_7`);
    await expect(page.getByRole('row', { name: /GAD-7/ }).first()).toBeVisible();
    await page.goto('/member_management/company_member_management/1?kind=psychological');
    await expect(page.getByRole('tab', { name: '심리검사 결과' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });
});
