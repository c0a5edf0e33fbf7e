import { expect, test } from '@playwright/test';
import { signedIn } from './accounts';

const HISTORY = '/history/stress_history';
/** A hundred intervals of a heart at rest. */
const INTERVALS = Array.from({ length: 100 }, (_, beat) => 800 + (beat % 7) * 12).join(' ');

test.describe('the history of stress measurements', () => {
  test.use({ storageState: signedIn('retailer') });

  test('one is entered by hand, computed, graded with its reasons, corrected and removed', async ({
    page,
  }) => {
    await page.goto(HISTORY);
    await page.getByRole('link', { name: '스트레스 측정 등록' }).click();
    const form = page.getByRole('dialog', { name: '스트레스 측정 등록' });
    await form.getByRole('combobox', { name: '회원' }).click();
    await page.keyboard.type('윤지우');
    await page
      .getByRole('option', { name: /윤지우/ })
      .first()
      .click();
    await form.getByLabel('날짜').fill('2020-02-03');
    await form.getByLabel('시각').fill('9:30');
    await form.getByLabel('NN 간격').fill('800 250');
    await form.getByLabel('PSS-10 총점').fill('23');
    await form.getByRole('button', { name: '저장', exact: true }).click();
    await expect(form.getByText('300 이상이어야 합니다.')).toBeVisible();
    await form.getByLabel('NN 간격').fill(INTERVALS);
    await form.getByLabel('SDNN').fill('60');
    await form.getByLabel('GAD-7 총점').fill('10');
    await form.getByRole('button', { name: '사전 설문' }).click();
    await form.getByLabel('수면 시간').fill('5.5');
    await form.getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('등록했습니다.')).toBeVisible();

    await page.goto(`${HISTORY}?startMeasuredAt=2020-02-03&endMeasuredAt=2020-02-03`);
    const row = page.getByRole('row', { name: /윤지우/ });
    await expect(row).toContainText('주의');
    await row.getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: '윤지우' })).toBeVisible();
    const anxiety = page.getByRole('listitem').filter({ hasText: '불안' });
    await expect(anxiety).toContainText('55.0');
    await expect(anxiety).toContainText('주의');
    await expect(page.getByText('수면이 6시간 미만입니다.')).toBeVisible();

    await page.getByRole('tab', { name: '심박변이도' }).click();
    const deviation = page.getByRole('row', { name: /^SDNN/ });
    await expect(deviation).toContainText('60.0 ms');
    await expect(deviation).toContainText('39.6 ± 22.1');
    await expect(page.getByRole('img', { name: /NN 간격 100개/ })).toBeVisible();
    await expect(page.getByRole('img', { name: /SD1/ })).toBeVisible();
    await page.getByRole('tab', { name: '판정 근거' }).click();
    await expect(page.getByText(/스트레스 지수 .*에서 환산/)).toBeVisible();
    await expect(page.getByText('중간 스트레스')).toBeVisible();
    await expect(page.getByText(/Spitzer 2006/)).toBeVisible();

    await page.getByRole('button', { name: '수정' }).click();
    const edit = page.getByRole('dialog', { name: '스트레스 측정 수정' });
    await expect(edit.getByLabel('NN 간격')).toHaveValue(INTERVALS);
    await edit.getByLabel('NN 간격').fill('');
    await edit.getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('저장했습니다.')).toBeVisible();
    await expect(page.getByText(/PSS-10 23에서 환산/)).toBeVisible();
    await page.getByRole('tab', { name: '변경 이력' }).click();
    await expect(page.getByText(/… \(100\)/).first()).toBeVisible();

    await page.getByRole('button', { name: '삭제' }).click();
    await page
      .getByRole('dialog', { name: '스트레스 측정 삭제' })
      .getByRole('button', { name: '삭제' })
      .click();
    await expect(page).toHaveURL(HISTORY);
  });

  test('it is found by the grade of each indicator, and shown of a member', async ({ page }) => {
    await page.goto(`${HISTORY}?stressGrades=CAUTION&stressGrades=WARNING`);
    const rows = page.locator('tbody tr');
    await expect(rows.first()).toContainText(/주의|경고/);
    await page.getByRole('combobox', { name: '무기력 등급' }).click();
    await page.getByRole('listbox').getByRole('option', { name: '보통' }).click();
    await expect(page).toHaveURL(/lethargyGrades=NORMAL/);
    await page.goto('/member_management/company_member_management/1?kind=stress');
    await expect(page.getByRole('tab', { name: '스트레스 측정 결과' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await rows.first().getByRole('link').first().click();
    await page.getByRole('tab', { name: '변화 추이' }).click();
    await expect(page.getByRole('table', { name: /스트레스/ }).first()).toBeAttached();
  });
});

test.describe('a member', () => {
  test.use({ storageState: signedIn('member') });

  test('sees each indicator of the last time, and how it went', async ({ page }) => {
    await page.goto('/users/measurements/stress');
    await expect(page.getByRole('heading', { name: '스트레스 측정 결과' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: '스트레스' }).first()).toContainText(
      '/ 100',
    );
    await expect(page.getByRole('heading', { name: '스트레스', exact: true })).toBeVisible();
  });
});
