// What a member sees and does: with the account `member` of the demonstration data, and with one
// that has just been registered.
import { expect, test, type Page } from '@playwright/test';
import { expectConsole, PASSWORD, signedIn, signIn } from './accounts';
import { signUp } from './sign-up';

const PHYSICAL = '/users/measurements/physical';
const FRAMES = [
  ['/users/usage_histories/content', '콘텐츠 이용 이력'],
  ['/users/board/concern', '고민 게시판'],
  ['/users/survey/survey', '설문 이력'],
] as const;
/** A page for which the server has no records yet. */
const NOT_OFFERED = '아직 제공하지 않는 서비스입니다';

/** Endpoints for staff only. */
const OF_STAFF = /\/api\/v1\/(services|jobs|statistics|companies|members|physical-measurements)/;

function asked(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

/** Collects errors on the browser's console, such as violations of the content security policy. */
function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text());
  });
  return found;
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test.describe('the member of the demonstration', () => {
  test.use({ storageState: signedIn('member') });

  test('is greeted by name, sees the latest values with their grades, and goes on from there', async ({
    page,
  }) => {
    const paths = asked(page);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: '윤지우님, 안녕하세요' })).toBeVisible();
    await expect(page.getByText('윤지우님 [회원 권한으로 접속] 환영합니다.')).toBeVisible();
    const values = page.getByRole('region', { name: '최근 신체 측정' });
    await expect(values.getByRole('listitem').filter({ hasText: '몸무게' })).toContainText('64.7');
    await expect(values.getByRole('listitem').filter({ hasText: 'BMI' })).toContainText('과체중');
    await expect(values.getByRole('listitem').filter({ hasText: '혈압' })).toContainText('118/76');
    await expect(values.getByRole('listitem').filter({ hasText: '혈압' })).toContainText('정상');
    await values.getByRole('link', { name: '변화 추이 보기' }).click();
    await expect(page).toHaveURL(PHYSICAL);
    await expect(page.getByRole('heading', { name: '신체 측정 결과', level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(paths.filter((path) => OF_STAFF.test(path))).toEqual([]);
  });

  test('has the menu of members, and no way to the settings of accounts', async ({ page }) => {
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: '메뉴' });
    await expect(menu.getByRole('link', { name: '내 정보' })).toBeVisible();
    await menu.getByRole('button', { name: '측정 결과' }).click();
    await menu.getByRole('link', { name: '신체' }).click();
    await expect(page.getByRole('heading', { name: '신체 측정 결과' })).toBeVisible();
    // Pages without records are not linked.
    await expect(menu.getByText('설문')).toHaveCount(0);
    await expect(page.getByRole('link', { name: '계정 설정' })).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(page.getByPlaceholder('화면 또는 기능 검색')).toBeVisible();
    await expect(page.getByRole('dialog').getByText('계정 설정')).toHaveCount(0);
  });

  test('sees how every indicator went, as charts that the security policy allows', async ({
    page,
  }) => {
    const found = complaints(page);
    await page.goto(PHYSICAL);
    for (const name of ['몸무게', '체질량지수(BMI)', '혈압', '체지방률', '맥박']) {
      const chart = page.getByRole('region', {
        name: new RegExp(`^${name.replace(/[()]/g, '.')}`),
      });
      await expect(chart.locator('svg path').first()).toBeAttached();
      await expect(chart.getByRole('table')).toBeAttached();
    }
    // The names of the grades are drawn within the range of the axis.
    await expect(page.locator('svg text', { hasText: '비만1단계' })).toBeVisible();
    await expect(page.locator('svg text', { hasText: /^140$/ }).last()).toBeVisible();
    expect(found).toEqual([]);
  });

  test('chooses a period, which stands in the address and survives a reload', async ({ page }) => {
    await page.goto(PHYSICAL);
    const rows = page.getByRole('table', { name: '몸무게 측정값' }).getByRole('row');
    const inYear = async () => (await rows.count()) - 1;
    await expect.poll(inYear).toBe(12);
    await page.getByText('전체', { exact: true }).click();
    await expect(page).toHaveURL(`${PHYSICAL}?period=all`);
    await expect.poll(inYear).toBe(14);
    await page.reload();
    await expect.poll(inYear).toBe(14);
    await page.goBack();
    await expect.poll(inYear).toBe(12);
  });

  test('reads the same as a table, by keyboard alone', async ({ page }) => {
    await page.goto(PHYSICAL);
    const pressure = page.getByRole('region', { name: /^혈압/ }).first();
    await pressure.getByRole('button', { name: '표로 보기' }).focus();
    await page.keyboard.press('Enter');
    const table = page.getByRole('region', { name: '혈압 측정값' });
    await expect(table).toBeVisible();
    await expect(table.getByRole('row').nth(1)).toContainText('118');
    await expect(table.getByRole('row').nth(1)).toContainText('정상');
    await expect(table.getByRole('row').last()).toContainText(/전단계|1단계/);
    await page.keyboard.press('Tab');
    await expect(table).toBeFocused();
  });

  test('is told what has been verified, and that only staff can change it', async ({ page }) => {
    await page.goto('/users/me');
    await expect(page.getByRole('heading', { name: '윤지우', level: 1 })).toBeVisible();
    const level = card(page, '회원 등급');
    await expect(level).toContainText('1차 인증 회원');
    await expect(level).toContainText('직원이 확인한 등급은 직접 바꿀 수 없습니다');
    await expect(level.getByRole('button')).toHaveCount(0);
    await expect(card(page, '소속')).toContainText('U0000001');
  });

  test('changes the profile; a form that is out of date is merged with what stands', async ({
    page,
    context,
  }) => {
    await page.goto('/users/me');
    await page.getByRole('link', { name: '수정' }).click();
    await expect(page).toHaveURL('/users/me/edit');
    const dialog = page.getByRole('dialog', { name: '내 정보 수정' });
    await expect(dialog.getByLabel('휴대폰 번호')).toHaveValue(/^010-/);

    const other = await context.newPage();
    await other.goto('/users/me/edit');
    await other.getByLabel('주소').fill('서울특별시 종로구 세종대로 1');
    await other.getByRole('button', { name: '저장', exact: true }).click();
    await expect(card(other, '기본 정보')).toContainText('종로구');
    await other.close();

    await dialog.getByLabel('휴대폰 번호').fill('010-1111-2222');
    await dialog.getByRole('button', { name: '저장', exact: true }).click();
    await expect(dialog.getByRole('group', { name: '주소' })).toContainText('종로구 세종대로 1');
    await dialog.getByRole('button', { name: '합친 내용 저장' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/users/me');
    await expect(card(page, '기본 정보')).toContainText('010-1111-2222');
    await expect(card(page, '기본 정보')).toContainText('종로구');
  });

  test('may not remove what a verified member has told', async ({ page }) => {
    await page.goto('/users/me/edit');
    const dialog = page.getByRole('dialog', { name: '내 정보 수정' });
    const birthDate = dialog.getByLabel(/^생년월일/);
    await birthDate.fill('');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: '저장', exact: true }).click();
    await expect(birthDate).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('button', { name: '지우기' })).toHaveCount(0);
  });

  test('allows and forbids the record of the usage, and it stays so', async ({ page }) => {
    await page.goto('/users/me');
    const choice = page.getByRole('switch', { name: '앱 이용 기록 허용' });
    const before = await choice.isChecked();
    await choice.click();
    await expect(choice).toBeChecked({ checked: !before });
    await expect(choice).toBeEnabled();
    await page.reload();
    await expect(choice).toBeChecked({ checked: !before });
  });

  test('has the form for the password in a dialog', async ({ page }) => {
    await page.goto('/users/me');
    await page.getByRole('link', { name: '비밀번호 변경' }).click();
    await expect(page).toHaveURL('/users/me/password');
    const dialog = page.getByRole('dialog', { name: '비밀번호 변경' });
    await expect(dialog.getByLabel('현재 비밀번호')).toBeFocused();
    await page.keyboard.type('not the password');
    await dialog.getByLabel('새 비밀번호', { exact: true }).fill('A-new-one-of-2026');
    await dialog.getByLabel('새 비밀번호 확인').fill('A-new-one-of-2026');
    await dialog.getByRole('button', { name: '비밀번호 변경' }).click();
    await expect(dialog.getByText('비밀번호가 일치하지 않습니다.')).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
  });

  for (const [address, title] of FRAMES) {
    test(`says honestly that it is not offered yet: ${title}`, async ({ page }) => {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      await expect(page.getByText(NOT_OFFERED)).toBeVisible();
    });
  }

  test('has no access to a page of the staff', async ({ page }) => {
    for (const address of ['/member_management/company_member_management', '/account_settings']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: '접근 권한이 없습니다' })).toBeVisible();
    }
  });
});

test('staff have no access to the pages of members', async ({ browser }) => {
  const page = await browser.newPage({ storageState: signedIn('admin') });
  for (const address of ['/users/me', PHYSICAL]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: '접근 권한이 없습니다' })).toBeVisible();
  }
  await page.close();
});

test('whoever has just registered becomes a regular member by telling a birth date and a sex', async ({
  page,
}) => {
  const loginId = 'newcomer.e2e';
  await page.goto('/');
  const registered = await signUp(page.request, { loginId, password: PASSWORD, name: '한새로' });
  expect(registered.ok()).toBe(true);
  await signIn(page, loginId, PASSWORD);
  await expectConsole(page);
  await expect(page.getByText('아직 측정 결과가 없습니다')).toBeVisible();
  await page.getByRole('link', { name: '내 정보 보기' }).click();

  const level = card(page, '회원 등급');
  await expect(level).toContainText('준회원');
  await expect(level).toContainText('생년월일과 성별을 먼저 입력해주세요');
  await level.getByRole('link', { name: '생년월일·성별 입력하기' }).click();
  const dialog = page.getByRole('dialog', { name: '내 정보 수정' });
  await dialog.getByLabel('생년월일').fill('1992-08-21');
  await page.keyboard.press('Tab');
  await dialog.getByRole('combobox', { name: '성별' }).click();
  await page.getByRole('listbox').getByRole('option', { name: '여성' }).click();
  await dialog.getByRole('button', { name: '저장', exact: true }).click();
  await expect(dialog).toBeHidden();
  await level.getByRole('button', { name: '정회원으로 변경' }).click();
  await expect(level.getByText('정회원', { exact: true })).toBeVisible();
  await page.reload();
  await expect(level).toContainText('생년월일과 성별까지 알려주신 회원입니다');
});

test.describe('what a member shares', () => {
  test.use({ storageState: signedIn('member') });

  test('the newest result is printed, shared by a link that asks for the birth date, and taken back', async ({
    page,
    browser,
  }) => {
    await page.goto(PHYSICAL);
    await page.getByRole('link', { name: '인쇄·공유' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('button', { name: '인쇄', exact: true })).toBeEnabled();
    const [answer] = await Promise.all([
      page.waitForResponse(
        (response) =>
          response.url().endsWith('/report-links') && response.request().method() === 'POST',
      ),
      page.getByRole('button', { name: '공유 링크 만들기' }).click(),
    ]);
    const [made] = (await answer.json()) as { token: string }[];
    await expect(page.getByRole('button', { name: '링크 복사' })).toBeVisible();
    const links = page.getByRole('listitem').filter({ hasText: '열람 0회' });
    await expect(links).toHaveCount(1);

    const visitor = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const opened = await visitor.newPage();
    await opened.goto(`/reports#${made?.token ?? ''}`);
    await opened.getByLabel('생년월일').fill('1901-01-01');
    await opened.getByRole('button', { name: '열기', exact: true }).click();
    await expect(opened.getByRole('alert')).toContainText('링크가 유효하지 않거나');
    await visitor.close();

    await links.getByRole('button', { name: '링크 회수' }).click();
    await expect(page.getByText('링크를 회수했습니다')).toBeVisible();
    await expect(links).toHaveCount(0);
  });
});
