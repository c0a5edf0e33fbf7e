import { expect, test } from '@playwright/test';
import { signedIn } from './accounts';

const HISTORY = '/history/hr';

test.describe('the history of heart rates', () => {
  test.use({ storageState: signedIn('retailer') });

  test('one is entered by hand, graded at rest with its reason, and removed', async ({ page }) => {
    await page.goto(HISTORY);
    await page.getByRole('link', { name: '심박 측정 등록' }).click();
    const form = page.getByRole('dialog', { name: '심박 측정 등록' });
    await form.getByRole('combobox', { name: '회원' }).click();
    await page.keyboard.type('윤지우');
    await page
      .getByRole('option', { name: /윤지우/ })
      .first()
      .click();
    await form.getByLabel('날짜').fill('2020-02-03');
    await form.getByLabel('시각').fill('9:30');
    await form.getByLabel('심박수').fill('19');
    await form.getByRole('combobox', { name: '측정 상태' }).click();
    await page.getByRole('option', { name: '안정 시' }).click();
    await form.getByRole('button', { name: '저장', exact: true }).click();
    await expect(form.getByText('20 이상이어야 합니다.')).toBeVisible();
    await form.getByLabel('심박수').fill('101');
    await form.getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('등록했습니다.')).toBeVisible();

    await page.goto(`${HISTORY}?startMeasuredAt=2020-02-03&endMeasuredAt=2020-02-03`);
    const row = page.getByRole('row', { name: /윤지우/ });
    await expect(row).toContainText('빈맥');
    await row.getByRole('link').first().click();
    const detail = page.getByRole('dialog', { name: '윤지우' });
    await expect(detail.getByText(/구간 .*> 100/)).toBeVisible();
    await detail.getByRole('button', { name: '삭제' }).click();
    await page
      .getByRole('dialog', { name: '심박 측정 삭제' })
      .getByRole('button', { name: '삭제' })
      .click();
    await expect(page.getByText('삭제했습니다.')).toBeVisible();
  });

  test('they are found by grade, and shown of a member with how they went', async ({ page }) => {
    await page.goto(`${HISTORY}?grades=BRADYCARDIA`);
    await expect(page.getByRole('row', { name: /서맥/ }).first()).toBeVisible();
    await page.goto('/member_management/company_member_management/1?kind=heart-rate');
    await expect(page.getByRole('tab', { name: '심박 측정 결과' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page
      .getByRole('row', { name: /운동 후/ })
      .first()
      .getByRole('link')
      .first()
      .click();
    await expect(page.getByRole('table', { name: /심박수 변화/ })).toBeAttached();
  });
});
