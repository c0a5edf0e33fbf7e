// What is typed after Tab is what is sent, in every kind of field of a dialog, and only the topmost
// layer closes by Escape.
import { expect, test, type Page } from '@playwright/test';
import { signedIn } from './accounts';
import { fresh } from './fresh';

const PHYSICAL = '/history/physical_test_result_history';
const VENDORS = '/company_management/vendor_management';

test.use({ storageState: signedIn('admin') });

/** Walks through the dialog by Tab and types over the named fields. Returns what was sent. */
async function typeOver(
  page: Page,
  typed: Record<string, string>,
  answered: string,
): Promise<Record<string, unknown>> {
  const left = new Set(Object.keys(typed));
  for (let steps = 0; left.size > 0 && steps < 60; steps += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => document.activeElement?.getAttribute('data-path') ?? '');
    if (!left.delete(name)) continue;
    await page.keyboard.type(typed[name] ?? '');
  }
  expect([...left], 'fields that Tab has not reached').toEqual([]);
  const sent = page.waitForRequest(
    (request) =>
      request.url().includes(answered) && ['PATCH', 'POST', 'PUT'].includes(request.method()),
  );
  await page.getByRole('dialog').getByRole('button', { name: '저장', exact: true }).press('Enter');
  return (await sent).postDataJSON() as Record<string, unknown>;
}

test('a number, a date and a decimal that are typed over are what is sent', async ({ page }) => {
  await page.goto(PHYSICAL);
  await page.locator('[data-row-link]').first().click();
  await page.getByRole('dialog').getByRole('link', { name: '수정' }).click();
  await expect(page.getByRole('dialog').locator('[data-path="systolic"]')).not.toHaveValue('');
  const sent = await typeOver(
    page,
    { measuredAt: '20260102', weightKg: '71.5', systolic: '131', diastolic: '82', pulse: '64' },
    '/api/v1/physical-measurements/',
  );
  expect(sent).toMatchObject({ weightKg: 71.5, systolic: 131, diastolic: 82, pulse: 64 });
  expect(String(sent.measuredAt)).toMatch(/^2026-01-0[12]T/);
});

test('texts, phone numbers and addresses that are typed over are what is sent', async ({
  page,
}) => {
  const name = fresh('글자 총판');
  await page.goto(`${VENDORS}/new`);
  await page.getByRole('dialog').getByLabel('업체명 *').fill(name);
  const sent = await typeOver(
    page,
    {
      representativeName: '대표',
      phoneNumber: '02-123-4567',
      email: 'a@example.com',
      memo: '메모',
    },
    '/api/v1/companies',
  );
  expect(sent).toMatchObject({
    name,
    representativeName: '대표',
    phoneNumber: '02-123-4567',
    email: 'a@example.com',
    memo: '메모',
  });
});

test('what is no number is told at its field and not sent', async ({ page }) => {
  await page.goto(PHYSICAL);
  await page.locator('[data-row-link]').first().click();
  await page.getByRole('dialog').getByRole('link', { name: '수정' }).click();
  const pulse = page.getByRole('dialog').locator('[data-path="pulse"]');
  await pulse.fill('7o');
  await page.getByRole('dialog').getByRole('button', { name: '저장', exact: true }).press('Enter');
  await expect(pulse).toHaveValue('7o');
  await expect(pulse).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('저장했습니다.')).toHaveCount(0);
});

test('Escape closes the question over a form, and two quick steps back ask at its address', async ({
  page,
}) => {
  await page.goto(PHYSICAL);
  await page.locator('[data-row-link]').first().click();
  await page.getByRole('dialog').getByRole('link', { name: '수정' }).click();
  const systolic = page.getByRole('dialog').locator('[data-path="systolic"]');
  await systolic.fill('151');
  const address = page.url();
  const question = page.getByRole('dialog', { name: '저장하지 않은 내용이 있습니다' });
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(systolic).toHaveValue('151');
  await page.evaluate(() => {
    window.history.back();
    window.history.back();
  });
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(address);
  await expect(systolic).toHaveValue('151');
});

test.describe('on a device in Kuala Lumpur', () => {
  test.use({ timezoneId: 'Asia/Kuala_Lumpur' });

  test('the calendar of December 1981 has all its days', async ({ page }) => {
    await page.goto('/member_management/company_member_management/new');
    const birthDate = page.getByRole('dialog').locator('[data-path="birthDate"]');
    await birthDate.fill('1981-12-15');
    await birthDate.click();
    const calendar = page.getByRole('region', { name: '달력' });
    await expect(calendar.getByRole('button', { name: /1981년 12월 \d+일/ })).toHaveCount(31);
  });
});

for (const width of [390, 360]) {
  test(`a period’s calendar is inside a page of ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(PHYSICAL);
    await page.getByRole('button', { name: /상세 조건/ }).click();
    await page.locator('[data-dates-input]').first().click();
    const box = await page
      .getByRole('dialog')
      .filter({ has: page.locator('table') })
      .boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  });
}
