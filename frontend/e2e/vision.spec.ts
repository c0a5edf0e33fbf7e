import { expect, test } from '@playwright/test';
import { signedIn } from './accounts';

const HISTORY = '/history/vision_measurement_history';

test.describe('the history of vision measurements', () => {
  test.use({ storageState: signedIn('admin') });

  test('one is entered by hand for a person, graded with its reasons, corrected and removed', async ({
    page,
  }) => {
    await page.goto(HISTORY);
    await page.getByRole('link', { name: '시력 측정 등록' }).click();
    const form = page.getByRole('dialog', { name: '시력 측정 등록' });
    await form.getByRole('combobox', { name: '회원' }).click();
    await page.keyboard.type('윤지우');
    await page
      .getByRole('option', { name: /윤지우/ })
      .first()
      .click();
    await form.getByLabel('날짜').fill('2020-02-03');
    await form.getByLabel('시각').fill('9:30');
    await form.getByRole('combobox', { name: '검사 거리' }).click();
    await page.getByRole('option', { name: '원거리' }).click();
    await form.getByLabel('우안 나안시력').fill('0.2');
    await form.getByLabel('좌안 나안시력').fill('3');
    await form.getByLabel('우안 평소 시력').fill('0.4');
    await form.getByLabel('좌안 평소 시력').fill('cf');
    await form.getByLabel('우안 구면도수').fill('-3');
    await form.getByLabel('우안 원주도수').fill('-0.5');
    await form.getByRole('button', { name: '저장', exact: true }).click();
    await expect(form.getByText('2.5 이하여야 합니다.')).toBeVisible();
    await expect(form.getByText('필수 입력 항목입니다.')).toBeVisible();
    await form.getByLabel('좌안 나안시력').fill('0.1');
    await form.getByLabel('우안 축').fill('90');
    await form.getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('등록했습니다.')).toBeVisible();

    await page.goto(`${HISTORY}?startMeasuredAt=2020-02-03&endMeasuredAt=2020-02-03`);
    const row = page.getByRole('row', { name: /윤지우/ });
    await expect(row).toContainText('경도 저하');
    await expect(row).toContainText('안전수지(CF)');
    await row.getByRole('link').first().click();
    const detail = page.getByRole('dialog', { name: '윤지우' });
    await expect(detail.getByText('logMAR 0.40 · 6/15 · 20/50')).toBeVisible();
    await expect(detail.getByRole('row', { name: /등가구면도수/ })).toContainText('-3.25 D');
    await expect(detail.getByText(/구간 .*≥ 0\.3, < 0\.5/)).toBeVisible();
    await expect(detail.getByText('ICD-11 9D90')).toBeVisible();
    await expect(
      detail.getByRole('table', { name: /두 눈의 시력 변화 · 평소 시력/ }),
    ).toBeAttached();

    await detail.getByRole('link', { name: '수정' }).click();
    const edit = page.getByRole('dialog', { name: '시력 측정 수정' });
    await expect(edit.getByLabel('시각')).toHaveValue('09:30');
    await edit.getByLabel('좌안 평소 시력').fill('0.8');
    await edit.getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('저장했습니다.')).toBeVisible();
    await expect(detail.getByText(/구간 .*≥ 0\.5/).first()).toBeVisible();
    await detail.getByRole('tab', { name: '변경 이력' }).click();
    // The first entry has its own row.
    await expect(detail.getByRole('row', { name: /좌안 평소 시력/ }).first()).toContainText('0.8');

    await detail.getByRole('button', { name: '삭제' }).click();
    await page
      .getByRole('dialog', { name: '시력 측정 삭제' })
      .getByRole('button', { name: '삭제' })
      .click();
    await expect(page.getByText('삭제했습니다.')).toBeVisible();
  });

  test('it is found by its grades, and shown of a member beside the other kinds', async ({
    page,
  }) => {
    await page.goto(`${HISTORY}?myopiaGrades=HIGH_MYOPIA`);
    await expect(page.getByRole('row', { name: /고도근시/ }).first()).toBeVisible();
    await page.goto(`${HISTORY}?schoolVisions=ABNORMAL`);
    await expect(page.getByRole('row', { name: /시력이상/ }).first()).toBeVisible();
    await page.goto('/member_management/company_member_management/1?kind=vision');
    await expect(page.getByRole('tab', { name: '시력 측정 결과' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(page.getByRole('row', { name: /근시/ }).first()).toBeVisible();
    await page.getByRole('link', { name: '시력 측정 등록' }).click();
    await expect(page.getByRole('dialog').getByRole('combobox', { name: '회원' })).toHaveValue(
      /윤지우/,
    );
  });
});

test.describe('a member', () => {
  test.use({ storageState: signedIn('member') });

  test('sees what each eye saw the last time, and how both went', async ({ page }) => {
    await page.goto('/users/measurements/vision');
    await expect(page.getByRole('heading', { name: '시력 측정 결과' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: '눈의 도수' })).toContainText(
      '오른쪽 눈',
    );
    await expect(page.getByRole('heading', { name: '평소 시력 변화' })).toBeVisible();
  });
});
