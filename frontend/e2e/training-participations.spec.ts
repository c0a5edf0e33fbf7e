// Training participations: those submitted by apps are listed, filtered, exported and shown for a
// member.
import { expect, test } from '@playwright/test';
import { signedIn } from './accounts';

const HISTORY = '/history/training_participation';

test.describe('the history of participations in trainings', () => {
  test.use({ storageState: signedIn('admin') });

  test('is listed from the newest on, and opens to all that is known', async ({ page }) => {
    await page.goto(HISTORY);
    await expect(page.getByRole('heading', { name: '훈련 참여 이력' })).toBeVisible();
    for (const name of ['프로그램', '유닛', '일차', '콘텐츠', '시작일시', '완료율', '점수']) {
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
    }
    const rows = page.locator('tbody tr');
    await expect(rows.first()).toContainText('%');
    await expect(page.getByRole('link', { name: /등록$/ })).toHaveCount(0);
    await page.locator('[data-row-link]').first().click();
    const detail = page.getByRole('dialog');
    for (const label of ['회원번호', '앱 기록 번호', '완료율']) {
      await expect(detail.getByText(label, { exact: true })).toBeVisible();
    }
    await expect(detail.getByRole('link', { name: '수정' })).toHaveCount(0);
  });

  test('is found by whether it was completed and by the member, in the address', async ({
    page,
  }) => {
    await page.goto(HISTORY);
    await page.getByRole('combobox', { name: '완료 여부' }).click();
    await page.getByRole('option', { name: '미완료' }).click();
    await expect(page).toHaveURL(/completed=false/);
    const figures = page.locator('tbody tr', { hasText: '%' });
    await expect(figures.first()).toBeVisible();
    await expect(page.locator('tbody tr', { hasText: '100%' })).toHaveCount(0);

    await page.goto(`${HISTORY}?memberId=1&completed=true`);
    await expect(page.getByRole('row', { name: /윤지우/ }).first()).toContainText('100%');
    await page.goto(
      `${HISTORY}?memberName=윤지우&startStartedAt=1999-01-01&endStartedAt=1999-01-02`,
    );
    await expect(page.getByText('조건에 맞는 결과가 없습니다')).toBeVisible();
  });

  test('is exported as it is filtered', async ({ page }) => {
    await page.goto(`${HISTORY}?memberId=1`);
    await expect(page.getByRole('row', { name: /윤지우/ }).first()).toBeVisible();
    await page.getByRole('button', { name: '내보내기', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'XLSX' }).click();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: '파일 내려받기' }).click();
    expect((await download).suggestedFilename()).toMatch(/^training-participations-.*\.xlsx$/);
  });

  test('is shown of a member, and says what comes of it where there is none', async ({ page }) => {
    await page.goto('/member_management/company_member_management/1?kind=training');
    await expect(page.getByRole('tab', { name: '훈련 참여 이력' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(page.locator('tbody tr', { hasText: '%' }).first()).toBeVisible();
    await page.goto('/member_management/company_member_management/2?kind=training');
    await expect(page.getByText('아직 참여한 훈련이 없습니다')).toBeVisible();
    await expect(page.getByText('앱에서 훈련을 시작하면 여기에 나타납니다.')).toBeVisible();
  });
});
