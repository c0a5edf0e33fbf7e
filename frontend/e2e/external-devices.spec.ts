// External devices: created by keyboard alone, assigned to an operator's site, and protected from
// removal while they are assigned.
import { expect, test, type Page } from '@playwright/test';
import { signedIn } from './accounts';

const DEVICES = '/app_management/external_device_management';
const OPERATORS = '/account_management/operator_account';

test.describe.configure({ mode: 'serial' });
test.use({ storageState: signedIn('admin') });

/** A new model for each retry, because model names are unique per manufacturer. */
const model = () => `NR-10${String(test.info().retry)}`;

const dialogOf = (page: Page) => page.getByRole('dialog');

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const at = page.locator(':focus');
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press('Tab');
    const found = await at.evaluate((element) => {
      const label = (element as HTMLInputElement).labels?.[0]?.textContent;
      return element.getAttribute('aria-label') ?? label ?? element.textContent;
    });
    if (typeof name === 'string' ? found.startsWith(name) : name.test(found)) return;
  }
  throw new Error(`no ${String(name)} behind forty steps`);
}

test('is registered by the keyboard, and told what is wrong with a radio id', async ({ page }) => {
  await page.goto(DEVICES);
  await page.getByRole('link', { name: '연동 기기 등록' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByRole('textbox', { name: '기기 이름' })).toBeFocused();
  await page.keyboard.type('보건소 혈압계');
  await tabTo(page, '기기 종류');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: '혈압계' })).toBeVisible();
  await page.keyboard.type('혈압');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, '제조사');
  await page.keyboard.type('누리전자');
  await tabTo(page, '모델명');
  await page.keyboard.type(model());
  await tabTo(page, '식별 정보 추가');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(dialogOf(page).getByRole('textbox', { name: '블루투스 식별 정보' })).toBeFocused();
  await page.keyboard.type('18');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByText(/16진수 4자리나 8자리/)).toBeVisible();
  await dialogOf(page).getByRole('textbox', { name: '블루투스 식별 정보' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.type('1f');
  await page.keyboard.press('Enter');
  await expect(page.getByText('등록했습니다.')).toBeVisible();

  await page.goto(`${DEVICES}?radioId=181f&model=${model()}`);
  const row = page.getByRole('row').filter({ hasText: '보건소 혈압계' });
  await expect(row).toContainText('181F');
  await expect(row).toContainText('혈압계');
  await expect(row).toContainText(model());
});

test('stands at a site, is found there, and stays as long', async ({ page }) => {
  await page.goto(OPERATORS);
  const first = page.getByRole('row').nth(1);
  const name = (await first.getByRole('link').first().textContent()) ?? '';
  await first.getByRole('button', { name: /수정$/ }).click();
  await dialogOf(page).getByRole('combobox', { name: '연동 기기' }).fill(model());
  await page.getByRole('option', { name: `보건소 혈압계 (누리전자 ${model()})` }).click();
  await dialogOf(page).getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByText('저장했습니다.')).toBeVisible();
  await first.getByRole('link').first().click();
  await expect(dialogOf(page)).toContainText('보건소 혈압계');
  await page.getByRole('tab', { name: '변경 이력' }).click();
  await expect(dialogOf(page)).toContainText(/보건소 혈압계/);

  await page.goto(`${DEVICES}?model=${model()}`);
  await page.getByRole('button', { name: /보건소 혈압계 .*삭제$/ }).click();
  const question = page.getByRole('dialog', { name: '연동 기기 삭제' });
  await question.getByRole('button', { name: '삭제' }).click();
  await expect(question).toContainText('이 기기를 쓰는 운영자: 1');
  await question.getByRole('link', { name: '운영자 계정' }).click();
  await expect(page).toHaveURL(/externalDeviceId=\d+/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').nth(1)).toContainText(name);
});

test('is read by companies, who change nothing', async ({ browser }) => {
  const context = await browser.newContext({ storageState: signedIn('dealer') });
  const page = await context.newPage();
  await page.goto(DEVICES);
  await expect(page.getByRole('row').filter({ hasText: '스트레스 측정기' })).toContainText('180D');
  await expect(page.getByRole('link', { name: '연동 기기 등록' })).toHaveCount(0);
  await context.close();
});
