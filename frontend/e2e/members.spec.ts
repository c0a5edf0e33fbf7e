import { expect, test, type Page } from '@playwright/test';
import { signedIn } from './accounts';
import { fresh } from './fresh';

const MEMBERS = '/member_management/company_member_management';
test.use({ storageState: signedIn('admin') });

async function chooseCompany(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '소속 업체' }).click();
  await page.getByRole('listbox').getByRole('option').first().click();
}

test('a member is registered, revealed, changed and deleted', async ({ page }) => {
  const memberNo = fresh('E2E');
  await page.goto(MEMBERS);
  await page.getByRole('link', { name: '회원 등록' }).click();
  await page.getByLabel('이름 *').fill('서하늘');
  await page.getByLabel('회원번호 *').fill(memberNo);
  await chooseCompany(page);
  await page.getByRole('dialog').getByLabel('생년월일').fill('1990-03-02');
  await page.keyboard.press('Tab');
  await page.getByRole('dialog').getByRole('combobox', { name: '성별' }).click();
  await page.getByRole('listbox').getByRole('option', { name: '여성' }).click();
  await page.getByRole('dialog').getByLabel('휴대폰 번호').fill('010-1234-5678');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByText('등록했습니다.')).toBeVisible();

  await page.goto(`${MEMBERS}?memberNo=${memberNo}`);
  const row = page.getByRole('row', { name: /서하늘/ });
  await expect(row).toContainText('010-****-5678');
  await expect(row).not.toContainText('1990-03-02');

  await page.getByRole('link', { name: '서하늘' }).click();
  await expect(page.getByRole('heading', { name: '서하늘' })).toBeVisible();
  const notice = page.getByText('열람하면 기록이 남습니다.');
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: '개인정보 보기' }).click();
  await expect(page.getByText('010-1234-5678')).toBeVisible();
  await expect(notice).toBeHidden();
  await expect(page.getByText('1990-03-02')).toBeVisible();

  await page.getByRole('button', { name: '수정' }).click();
  await expect(page.getByLabel('휴대폰 번호')).toHaveValue('010-1234-5678');
  await page.getByLabel('이름 *').fill('서바다');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByRole('heading', { name: '서바다' })).toBeVisible();

  await page.getByRole('button', { name: '삭제' }).click();
  await page
    .getByRole('dialog', { name: '회원 삭제' })
    .getByRole('button', { name: '삭제' })
    .click();
  await expect(page.getByText('삭제했습니다.')).toBeVisible();
  await expect(page).toHaveURL(MEMBERS);
});

const rowsOf = (series: string) => [
  'memberNo,name,sex,birthDate,heightCm,weightKg,systolic,diastolic,measuredAt',
  `${series}-1,강하나,F,1985-05-05,162.5,58,118,76,2026-01-05T09:00:00+09:00`,
  `${series}-2,강두리,M,1979-11-30,175,82.4,142,88,2026-01-05T09:10:00+09:00`,
  `${series}-3,강세찬,X,1979-11-30,175,82.4,142,88,2026-01-05T09:20:00+09:00`,
  `${series}-4,강네모,M,1979-11-30,17,82.4,142,88,2026-01-05T09:30:00+09:00`,
  `${series}-5,강다솜,F,2999-01-01,160,50,110,70,2026-01-05T09:40:00+09:00`,
];

async function importRows(page: Page, series: string): Promise<void> {
  await page.goto(MEMBERS);
  await page.getByRole('link', { name: '파일 일괄 등록' }).click();
  await chooseCompany(page);
  await page.getByLabel('등록할 파일').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rowsOf(series).join('\n')),
  });
  await page.getByRole('button', { name: '파일 확인' }).click();
}

test('an import shows its bad rows before anything is written, and leaves a report', async ({
  page,
}) => {
  const series = fresh('IMP');
  await importRows(page, series);
  const problems = page.getByRole('region', { name: '제외할 행과 사유' });
  await expect(problems.getByRole('row', { name: /^4 성별 X/ })).toBeVisible();
  await expect(problems.getByRole('row', { name: /^5 키\(cm\) 17/ })).toContainText(
    '이상이어야 합니다',
  );
  await expect(problems.getByRole('row', { name: /^6 생년월일 2999-01-01/ })).toContainText(
    '미래 날짜',
  );
  await page.getByRole('button', { name: '2행 등록 시작' }).click();
  await expect(page.getByText('신규 2 · 변경 0 · 변경 없음 0 · 제외 3')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '결과 내려받기' }).click();
  expect((await download).suggestedFilename()).toBe('people-report.xlsx');
  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).last().click();
  await page.goto(`${MEMBERS}?memberNo=${series}-2`);
  await page.getByRole('link', { name: '강두리' }).click();
  await expect(page.getByRole('row', { name: /142\/88/ })).toContainText('비만1단계');
});

test('importing the same file again changes nothing and says so', async ({ page }) => {
  const series = fresh('AGAIN');
  for (const outcome of ['신규 2 · 변경 0 · 변경 없음 0', '신규 0 · 변경 0 · 변경 없음 2']) {
    await importRows(page, series);
    await page.getByRole('button', { name: '2행 등록 시작' }).click();
    await expect(page.getByText(`${outcome} · 제외 3`)).toBeVisible();
  }
});
