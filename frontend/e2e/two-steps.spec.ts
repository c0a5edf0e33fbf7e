// The second factor, from the settings to the login page, with an authenticator app that is a few
// lines of this test. The account is created for it.
import { createHmac } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { expectConsole, signedIn, signIn } from './accounts';
import { fresh } from './fresh';

const FIRST = 'correct horse battery';
const PASSWORD = 'another horse battery';
const STEP_SECONDS = 30;

/** Returns the code for a base32 seed (RFC 6238), now or a number of steps ago. */
function shown(seed: string, stepsAgo = 0): string {
  const bits = Array.from(seed.replace(/\s/g, ''))
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('');
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_SECONDS) - stepsAgo));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Creates a staff account that has changed its first password. */
async function newcomer(page: Page): Promise<string> {
  const loginId = fresh('two');
  await page.goto('/account_management/manager_account/new');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '이름' }).fill('두단계');
  await dialog.getByRole('textbox', { name: '아이디' }).fill(loginId);
  const choose = async (name: string, option: string | RegExp) => {
    await dialog.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option }).first().click();
  };
  await choose('구분', '최고 관리자');
  await choose('권한 그룹', '최고 관리자');
  await dialog.getByRole('button', { name: '저장', exact: true }).click();
  await page.getByRole('dialog').getByLabel('새 비밀번호').fill(FIRST);
  await page.getByRole('dialog').getByRole('button', { name: '비밀번호 설정' }).click();
  await expect(page.getByText('비밀번호를 설정했습니다.').first()).toBeVisible();
  return loginId;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '로그아웃' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: '확인' }).click();
  await expect(page.getByLabel('아이디')).toBeVisible();
}

test.use({ storageState: signedIn('admin') });

test('a second step is set up, signed in with by the app and by a recovery code, and told of', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const loginId = await newcomer(page);
  const own = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const mine = await own.newPage();
  await signIn(mine, loginId, FIRST);
  await mine.getByLabel('현재 비밀번호').fill(FIRST);
  await mine.getByLabel('새 비밀번호', { exact: true }).fill(PASSWORD);
  await mine.getByLabel('새 비밀번호 확인').fill(PASSWORD);
  await mine.getByRole('button', { name: '비밀번호 변경' }).click();
  await expectConsole(mine);

  await mine.goto('/account_settings');
  await mine.getByRole('button', { name: '2단계 인증 설정' }).click();
  const section = mine.locator('section').filter({ hasText: '2단계 인증' });
  await section.getByLabel('현재 비밀번호').fill(PASSWORD);
  await section.getByRole('button', { name: '2단계 인증 설정' }).click();
  await expect(section.getByRole('img', { name: '인증 앱에 등록할 QR 코드' })).toBeVisible();
  const seed = (await section.locator('code').textContent()) ?? '';
  // Uses the code of the previous step, so that the current one remains for the sign-in.
  await section.getByLabel('인증번호').fill(shown(seed, 1));
  await section.getByRole('button', { name: '2단계 인증 켜기' }).click();
  await expect(section.locator('li')).toHaveCount(10);
  const recovery = await section.locator('li').allTextContents();
  await section.getByLabel('복구 코드를 안전한 곳에 보관했습니다').check();
  await section.getByRole('button', { name: '확인' }).click();
  await expect(section.getByText('사용 중')).toBeVisible();

  await signOut(mine);
  await signIn(mine, loginId, PASSWORD);
  await mine.getByLabel('인증번호').fill(shown(seed));
  await mine.getByRole('button', { name: '로그인', exact: true }).click();
  await expectConsole(mine);

  await signOut(mine);
  await signIn(mine, loginId, PASSWORD);
  await mine.getByRole('button', { name: '복구 코드로 로그인' }).click();
  await mine.getByLabel('복구 코드', { exact: true }).fill(recovery[0] ?? '');
  await mine.getByRole('button', { name: '로그인', exact: true }).click();
  await expectConsole(mine);

  await mine.goto('/account_detail');
  await expect(mine.getByText('로그인 성공').first()).toBeVisible();

  // A session that ends during unsaved input continues in place, with both steps.
  await mine.goto('/company_management/vendor_management/new');
  await mine
    .getByRole('dialog')
    .getByRole('textbox', { name: '업체명' })
    .fill('이어서 저장할 업체');
  await own.clearCookies();
  await mine.getByRole('button', { name: '저장', exact: true }).click();
  const again = mine.getByRole('dialog', { name: '다시 로그인해주세요' });
  await again.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await mine.keyboard.press('Enter');
  await again.getByRole('button', { name: '복구 코드로 로그인' }).click();
  await again.getByLabel('복구 코드', { exact: true }).fill(recovery[1] ?? '');
  await mine.keyboard.press('Enter');
  await expect(again).toBeHidden();
  await expect(mine.getByRole('textbox', { name: '업체명' }).last()).toHaveValue(
    '이어서 저장할 업체',
  );
  await own.close();
});
