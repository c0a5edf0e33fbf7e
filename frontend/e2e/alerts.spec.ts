// Alerts: the bell counts new measurements of a device, by mouse and keyboard, and also if the
// stream is refused.
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { signedIn } from './accounts';
import { fresh } from './fresh';
import { StaffApi } from './staff-api';

const SOON = 2_000;

/** Returns the bell with its count, which is updated after the first user action. */
async function bellOf(page: Page) {
  await page.goto('/');
  const bell = page.getByRole('button', { name: /^(알림|읽지 않은 알림 .+건)$/ });
  await expect(bell).toBeVisible();
  await page.mouse.move(200, 300);
  return bell;
}

/**
 * Submits a current, dangerous blood pressure for a member of the retailer that exists for this
 * purpose.
 */
async function measure(request: APIRequestContext): Promise<void> {
  const api = await StaffApi.as(request, 'retailer');
  const [company] = await api.send<{ companyId: number }[]>(
    'GET',
    '/company-options?types=RETAILER',
  );
  const { memberId } = await api.send<{ memberId: number }>('POST', '/members', {
    companyId: company?.companyId,
    memberNo: fresh('ALERT'),
    name: '강여름',
    birthDate: '1971-04-02',
    sex: 'MALE',
  });
  const measuredAt = new Date(Date.now() - Math.floor(Math.random() * 3_600_000)).toISOString();
  const item = { memberId, measuredAt, setting: 'CLINIC', systolic: 178, diastolic: 112 };
  const report = await api.send<{ created: number }>('POST', '/measurements', {
    source: 'e2e',
    physical: [item],
  });
  expect(report.created).toBe(1);
}

async function readAll(api: StaffApi): Promise<void> {
  const { data } = await api.send<{ data: { alertId: number }[] }>('GET', '/alerts');
  const [newest] = data;
  if (newest) await api.send('POST', '/alerts/read', { alertIds: [], through: newest.alertId });
}

test.describe('the bell', () => {
  test.use({ storageState: signedIn('retailer') });
  test.describe.configure({ mode: 'serial' });

  test('counts a dangerous grade within two seconds, and leads to its record', async ({
    page,
    request,
  }) => {
    const own = await StaffApi.as(request, 'retailer');
    await readAll(own);
    const listening = page.waitForResponse(/\/alerts\/stream$/);
    const bell = await bellOf(page);
    await listening;
    await expect(bell).toHaveAccessibleName('알림');
    await measure(request);
    await expect(bell).toHaveAccessibleName('읽지 않은 알림 1건', { timeout: SOON });

    await bell.click();
    const list = page.getByRole('dialog', { name: '알림' });
    const first = list.getByRole('listitem').first();
    await expect(first).toContainText('혈압');
    await expect(first).toContainText('2단계');
    await first.getByRole('button').click();
    const detail = page.getByRole('dialog', { name: '주의가 필요한 등급' });
    await expect(detail).toContainText('2단계');
    await expect(bell).toHaveAccessibleName('알림');
    await detail.getByRole('link', { name: '기록 열기' }).click();
    await expect(page).toHaveURL(/\/history\/physical_test_result_history\/\d+$/);
  });

  test('is used by keyboard alone', async ({ page, request }) => {
    await measure(request);
    const bell = await bellOf(page);
    await expect(bell).toHaveAccessibleName(/읽지 않은 알림/);
    await bell.focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('dialog', { name: '알림' });
    const all = list.getByRole('button', { name: '모두 읽음으로 표시' });
    await expect(all).toBeEnabled();
    await all.focus();
    await page.keyboard.press('Enter');
    await expect(bell).toHaveAccessibleName('알림');
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(bell).toBeFocused();
  });

  test('asks now and then where the stream is refused', async ({ page, request }) => {
    await readAll(await StaffApi.as(request, 'retailer'));
    await measure(request);
    await page.route('**/alerts/stream', (route) => route.abort());
    const bell = await bellOf(page);
    await expect(bell).toHaveAccessibleName('읽지 않은 알림 1건', { timeout: 10_000 });
  });

  test('lets everybody choose what to hear of', async ({ page, request }) => {
    const own = await StaffApi.as(request, 'retailer');
    const before = await own.send<Record<string, unknown>>('GET', '/alerts/settings');
    const bell = await bellOf(page);
    await bell.click();
    await page.getByRole('button', { name: '알림 설정' }).click();
    const dialog = page.getByRole('dialog', { name: '알림 설정' });
    const pressure = dialog.getByRole('radiogroup', { name: '혈압' });
    await pressure.getByText('관심부터').click();
    await dialog.getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('알림 설정을 저장했습니다.')).toBeVisible();
    const after = await own.send<{ fromAttention: string[] }>('GET', '/alerts/settings');
    expect(after.fromAttention).toEqual(['BLOOD_PRESSURE']);
    await own.send('PUT', '/alerts/settings', before);
  });
});
