// Terms: written and published by an administrator, and readable by everybody, signed in or not.
import { expect, test, type Page } from '@playwright/test';
import { signedIn } from './accounts';

const TERMS = '/system_management/terms_management';
const PRIVACY = '/personalInformationProtection';

test.describe.configure({ mode: 'serial' });
test.use({ storageState: signedIn('admin') });

const inSeoul = (date: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul' }).format(date);

async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function write(page: Page, edition: string, text: string): Promise<void> {
  await page.goto(`${TERMS}/new`);
  await choose(page, '종류', '개인정보 처리방침');
  await page.getByRole('textbox', { name: '버전' }).fill(edition);
  await page.getByRole('dialog').getByRole('textbox', { name: '시행일' }).fill(inSeoul(new Date()));
  await page.getByRole('textbox', { name: '내용' }).click();
  await page.keyboard.type(text);
}

async function save(page: Page, done: string): Promise<void> {
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByText(done)).toBeVisible();
}

test('a draft is changed, published, and then stays as it is', async ({ page }) => {
  await write(page, '9.1', '이름과 생년월일을 처리합니다');
  await save(page, '등록했습니다.');
  const row = page.getByRole('row').filter({ hasText: '9.1' });
  await expect(row).toContainText('초안');

  await row.getByRole('button', { name: /수정$/ }).click();
  await expect(page.getByRole('textbox', { name: '버전' })).toHaveValue('9.1');
  await choose(page, '상태', '게시');
  await expect(page.getByRole('dialog')).toContainText('게시한 약관은 수정하거나 삭제할 수 없');
  await page.getByRole('tab', { name: '미리보기' }).click();
  await expect(page.getByRole('tabpanel', { name: '미리보기' })).toContainText('생년월일');
  await save(page, '저장했습니다.');
  await expect(row).toContainText('게시');
  await expect(row.getByRole('button', { name: /수정$/ })).toHaveAttribute('aria-disabled', 'true');
  await expect(row.getByRole('button', { name: /삭제$/ })).toHaveAttribute('aria-disabled', 'true');

  await row.getByRole('link').click();
  await page.getByRole('tab', { name: '변경 이력' }).click();
  await expect(page.getByRole('dialog')).toContainText('초안');
});

test('a day that is over is refused under its field', async ({ page }) => {
  await write(page, '9.2', '어제부터');
  const yesterday = inSeoul(new Date(Date.now() - 86_400_000));
  await page.getByRole('dialog').getByRole('textbox', { name: '시행일' }).fill(yesterday);
  await choose(page, '상태', '게시');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByText('오늘 또는 이후 날짜를 입력해주세요.')).toBeVisible();
});

test('a draft is removed', async ({ page }) => {
  await write(page, '9.3', '지울 글');
  await save(page, '등록했습니다.');
  await page.getByRole('button', { name: /9\.3 .*삭제$/ }).click();
  await page
    .getByRole('dialog', { name: '약관 삭제' })
    .getByRole('button', { name: '삭제' })
    .click();
  await expect(page.getByText('삭제했습니다.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '9.3' })).toHaveCount(0);
});

test('everybody reads the terms in force and those before them, without a token', async ({
  page,
  browser,
}) => {
  await write(page, '9.4', '새로 시행하는 내용');
  await choose(page, '상태', '게시');
  await save(page, '등록했습니다.');
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const visitor = await context.newPage();
  const tokens: unknown[] = [];
  visitor.on('request', (request) => {
    if (request.url().includes('/api/')) tokens.push(request.headers().authorization);
  });
  await visitor.goto('/');
  await visitor.getByRole('link', { name: '개인정보 처리방침' }).click();
  await expect(visitor).toHaveURL(PRIVACY);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('개인정보 처리방침');
  await expect(visitor.getByRole('article')).toContainText('새로 시행하는 내용');
  await visitor.getByRole('navigation').getByRole('link', { name: /9\.1/ }).click();
  await expect(visitor.getByRole('article')).toContainText('이름과 생년월일을 처리합니다');
  await expect(visitor.getByText('현재 시행 중인 버전이 아닙니다.')).toBeVisible();
  await visitor.emulateMedia({ media: 'print' });
  await expect(visitor.getByRole('navigation')).toBeHidden();
  await expect(visitor.getByRole('banner')).toBeHidden();
  await expect(visitor.getByRole('article')).toBeVisible();
  expect(tokens.filter((token) => token !== undefined)).toEqual([]);
  await context.close();

  await page.locator(`a[href="${PRIVACY}"]`).click();
  await expect(page).toHaveURL(PRIVACY);
  await expect(page.getByRole('article')).toContainText('새로 시행하는 내용');
});
