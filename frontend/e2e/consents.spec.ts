// Consent to terms: before anything else if they are required, and later on the member's own page.
// The members are created by an app that does not ask for consent.
import { expect, test, type Page } from '@playwright/test';
import { expectConsole, signedIn, signIn } from './accounts';
import { faultsOf } from './axe';
import { fresh } from './fresh';

const PASSWORD = 'correct horse battery';
const TITLE = '약관에 동의해주세요';

/** Signs in a member without consents, who sees the consent page. */
async function heldMember(page: Page): Promise<string> {
  const loginId = fresh('agree').replace('-', '.');
  const data = { loginId, password: PASSWORD, name: '한동의' };
  const signedUp = await page.request.post('/api/v1/users', { data });
  expect(signedUp.ok()).toBe(true);
  await signIn(page, loginId, PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  return loginId;
}

async function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const { activeElement } = document;
    const label = activeElement?.getAttribute('aria-label');
    const labels = activeElement instanceof HTMLInputElement ? activeElement.labels : null;
    return label ?? labels?.[0]?.textContent ?? activeElement?.textContent ?? null;
  });
}

test('a member agrees by the keyboard alone, and the console begins', async ({ page }) => {
  await heldMember(page);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.getByRole('checkbox', { name: '모두 동의' }).waitFor();
  for (let step = 0; step < 20 && (await focused(page)) !== '모두 동의'; step += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatch(/^내용 보기/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region').first()).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  expect(await focused(page)).toBe('모두 동의');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expectConsole(page);
  await page.reload();
  await expectConsole(page);
});

test('less than what is required is not enough, and who declines is signed out', async ({
  page,
}) => {
  await heldMember(page);
  await page.getByRole('checkbox', { name: '서비스 이용약관' }).check();
  await page.getByRole('button', { name: '동의하고 계속' }).click();
  await expect(page.getByText('필수 약관에 모두 동의해주세요.')).toBeVisible();
  await page.goto('/users/me');
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  await page.getByRole('button', { name: '동의하지 않고 로그아웃' }).click();
  await expect(page.getByLabel('아이디')).toBeVisible();
});

test('who agrees to nothing can leave', async ({ page }) => {
  const loginId = await heldMember(page);
  await page.getByRole('button', { name: '회원 탈퇴' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '회원 탈퇴' }).click();
  await expect(page.getByLabel('아이디')).toBeVisible();
  await signIn(page, loginId, PASSWORD);
  await expect(page.getByText('비밀번호가 일치하지 않습니다.').first()).toBeVisible();
});

test('what is optional is changed on the own page, and staff see what was agreed to', async ({
  page,
  browser,
}) => {
  const loginId = await heldMember(page);
  for (const box of await page.getByRole('group', { name: '필수' }).getByRole('checkbox').all())
    await box.check();
  await page.getByRole('button', { name: '동의하고 계속' }).click();
  await expectConsole(page);
  await page.goto('/users/me');
  const marketing = page.getByRole('switch', { name: '마케팅 정보 수신 동의' });
  await expect(marketing).not.toBeChecked();
  await marketing.press('Space');
  await expect(page.getByText('동의했습니다.').first()).toBeVisible();
  await marketing.press('Space');
  await expect(page.getByText('동의를 철회했습니다.').first()).toBeVisible();

  const staff = await browser.newPage({ storageState: signedIn('admin') });
  await staff.goto('/member_management/online_member_management');
  await staff.getByRole('row').filter({ hasText: loginId }).getByRole('link').first().click();
  await staff.getByRole('tab', { name: '동의', exact: true }).click();
  const told = staff.getByRole('tabpanel', { name: '동의', exact: true });
  await expect(told).toContainText('철회함');
  await expect(told).toContainText('127.0.0.1');
  await staff.goto('/log_management/access_log');
  await expect(staff.getByRole('row').filter({ hasText: '동의 내역 보기' }).first()).toContainText(
    '한동의',
  );
  await staff.close();
});

for (const [width, scheme] of [
  [1440, 'light'],
  [390, 'dark'],
] as const) {
  test(`the page that asks has no fault at ${String(width)} px, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 844 });
    await heldMember(page);
    await page
      .getByRole('button', { name: /^내용 보기/ })
      .first()
      .click();
    await page.getByRole('region').first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(wider).toBe(false);
  });
}
