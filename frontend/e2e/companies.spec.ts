import { expect, test, type Page } from '@playwright/test';
import { signedIn } from './accounts';
import { fresh } from './fresh';

const VENDORS = '/company_management/vendor_management';
test.use({ storageState: signedIn('admin') });

async function register(page: Page, name: string): Promise<void> {
  await page.goto(VENDORS);
  await page.getByRole('link', { name: '총판 등록' }).click();
  await page.getByLabel('업체명 *').fill(name);
  await page.getByRole('button', { name: '저장' }).click();
  await expect(page.getByText('등록했습니다.')).toBeVisible();
  await expect(page).toHaveURL(VENDORS);
}

test('a company is registered, found, changed, followed in its history, and deleted', async ({
  page,
}) => {
  const name = fresh('가온누리');
  await register(page, name);

  await page.getByRole('searchbox', { name: '업체명' }).fill(name);
  await expect(page).toHaveURL(/name=/);
  await expect(page.getByRole('row')).toHaveCount(2);

  await page.getByRole('button', { name: `${name} 수정` }).click();
  await page.getByLabel('대표자').fill('정가온');
  await page.getByLabel('메모').fill('첫 계약');
  await page.getByRole('button', { name: '저장' }).click();
  await expect(page.getByText('저장했습니다.')).toBeVisible();

  await page.getByRole('link', { name }).click();
  const detail = page.getByRole('dialog', { name });
  await expect(detail).toContainText('정가온');
  await detail.getByRole('tab', { name: '변경 이력' }).click();
  await expect(detail.getByRole('row', { name: /대표자/ }).first()).toContainText('정가온');

  await detail.getByRole('button', { name: '삭제' }).click();
  await page
    .getByRole('dialog', { name: '총판 삭제' })
    .getByRole('button', { name: '삭제' })
    .click();
  await expect(page.getByText('삭제했습니다.')).toBeVisible();
  await expect(page.getByText('조건에 맞는 결과가 없습니다')).toBeVisible();
});

test('a company that others depend on cannot be deleted, and the button says why', async ({
  page,
}) => {
  await page.goto(VENDORS);
  const button = page.locator('button[aria-disabled="true"][aria-label$="삭제"]').first();
  await button.hover();
  await expect(page.getByRole('tooltip')).toContainText('삭제할 수 없습니다');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.method()));
  await button.click({ force: true });
  await page.getByRole('button', { name: '표 보기 설정' }).click();
  await expect(page.getByRole('dialog', { name: '총판 삭제' })).toHaveCount(0);
  expect(asked).not.toContain('DELETE');
});

test('a dialog is an address: a link opens it and Back closes it', async ({ page }) => {
  await page.goto(VENDORS);
  const first = page.locator('[data-row-link]').first();
  const name = (await first.textContent()) ?? '';
  await first.click();
  await expect(page).toHaveURL(/vendor_management\/\d+$/);
  const address = page.url();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(VENDORS);

  await page.goto(address);
  await expect(page.getByRole('dialog', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(VENDORS);
});

test('leaving a changed form asks first, and staying loses nothing', async ({ page }) => {
  await page.goto(VENDORS);
  await page.getByRole('link', { name: '총판 등록' }).click();
  await page.getByLabel('업체명 *').fill('쓰다 만 이름');
  await page.goBack();
  const question = page.getByRole('dialog', { name: '저장하지 않은 내용이 있습니다' });
  await question.getByRole('button', { name: '계속 작성' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByLabel('업체명 *')).toHaveValue('쓰다 만 이름');
  await page.getByRole('button', { name: '취소' }).click();
  await question.getByRole('button', { name: '나가기' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(VENDORS);
});

test('two people changing the same company do not overwrite each other', async ({
  page,
  context,
}) => {
  const name = fresh('함께 고치는 총판');
  await register(page, name);
  const other = await context.newPage();
  for (const one of [page, other]) {
    await one.goto(`${VENDORS}?name=${encodeURIComponent(name)}`);
    await one.getByRole('button', { name: `${name} 수정` }).click();
  }
  await page.getByLabel('대표자').fill('먼저');
  await page.getByRole('button', { name: '저장' }).click();
  await expect(page.getByText('저장했습니다.')).toBeVisible();
  await other.getByLabel('대표자').fill('나중');
  await other.getByRole('button', { name: '저장' }).click();
  await expect(other.getByText('다른 사람이 먼저 변경했습니다.')).toBeVisible();
  await expect(other.getByLabel('대표자')).toHaveValue('나중');
  await other.getByRole('button', { name: '최신 내용 불러오기' }).click();
  await expect(other.getByLabel('대표자')).toHaveValue('먼저');
});
