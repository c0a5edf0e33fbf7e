// Grading rules: all bounds are shown, and a convention is changed by a draft whose effect is
// counted first.
import { expect, test } from '@playwright/test';
import { signedIn } from './accounts';

const RULES = '/system_management/grade_rule_management';

test.describe.configure({ mode: 'serial' });

test.describe('the rules of grading', () => {
  test.use({ storageState: signedIn('admin') });

  test('of a published table stay as they are', async ({ page }) => {
    await page.goto(RULES);
    const row = page.getByRole('row').filter({ hasText: '신체 측정' });
    await expect(row.getByRole('button', { name: /수정$/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await row.getByRole('link').first().click();
    const bmi = page.getByRole('region', { name: 'BMI', exact: true });
    await expect(bmi).toContainText('공개된 임상 기준');
    await expect(bmi.getByRole('row', { name: '과체중' })).toContainText('≥ 23, < 25');
  });

  test('are changed by a draft, whose effect is counted, and which is activated and taken back', async ({
    page,
  }) => {
    await page.goto(RULES);
    await page.getByRole('link', { name: '판정 기준 버전 등록' }).click();
    const form = page.getByRole('dialog', { name: '판정 기준 버전 등록' });
    await form.getByRole('textbox', { name: '시행일' }).fill('2999-01-01');
    await form.getByRole('textbox', { name: '변경 사유' }).fill('스트레스 경계 조정');
    const stress = form.getByRole('group', { name: '스트레스' });
    await stress.getByRole('textbox', { name: '보통 시작 점수' }).fill('60');
    await expect(stress.getByText(/앞 경계보다 크고/).first()).toBeVisible();
    await stress.getByRole('textbox', { name: '보통 시작 점수' }).fill('44');
    await form.getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('등록했습니다.')).toBeVisible();

    const row = page.getByRole('row').filter({ hasText: '스트레스 경계 조정' });
    await row.getByRole('link').first().click();
    const effect = page.getByRole('region', { name: '기존 측정에 미치는 영향' }).first();
    await expect(effect.getByText(/비교했습니다/)).toBeVisible();
    await expect(effect.getByRole('row', { name: /스트레스 보통 양호/ })).toBeVisible();
    await page.getByRole('dialog').getByRole('link', { name: '수정' }).click();
    const edit = page.getByRole('dialog', { name: '판정 기준 버전 수정' });
    await edit.getByRole('combobox', { name: '상태' }).click();
    await page.getByRole('option', { name: '확정' }).click();
    await edit.getByRole('button', { name: '저장', exact: true }).click();
    const asked = page.getByRole('dialog').last();
    await expect(asked.getByRole('row', { name: /스트레스 보통 양호/ })).toBeVisible();
    await asked.getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('저장했습니다.')).toBeVisible();
    await expect(row).toContainText('확정');
    await expect(row.getByRole('button', { name: /수정$/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );

    await page.goto(RULES);
    await row.getByRole('button', { name: /삭제$/ }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: '삭제' }).click();
    await expect(row).toHaveCount(0);
  });
});

test.describe('whoever is no administrator', () => {
  test.use({ storageState: signedIn('vendor') });

  test('has no such page', async ({ page }) => {
    await page.goto(RULES);
    await expect(page.getByRole('row')).toHaveCount(0);
    await expect(page.getByRole('link', { name: '판정 기준' })).toHaveCount(0);
  });
});
