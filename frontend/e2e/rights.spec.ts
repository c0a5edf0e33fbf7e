// A user's permissions change while a page is open: the console follows with the next response,
// without a reload.
import { expect, test } from '@playwright/test';
import { expectConsole, PASSWORD, signIn } from './accounts';
import { CODES, GROUPS, StaffApi } from './staff-api';

const ALL = ['read', 'create', 'update', 'delete'] as const;
/** The time from that response to the updated page. */
const SOON = { timeout: 1500 };
/** A little longer than the server caches a user's permissions (500 ms). */
const KEPT = 600;

test('rights that are taken away leave the page with the next answer, and so does the menu', async ({
  page,
  request,
}) => {
  const api = await StaffApi.asAdmin(request);
  const group = await api.makeGroup('거두는 권한', { [CODES]: ALL, [GROUPS]: ['read'] });
  await api.makeManager('rights-1', group.permissionGroupId);
  await signIn(page, 'rights-1', PASSWORD);
  await expectConsole(page);
  await page.goto(CODES);
  const create = page.getByRole('link', { name: '코드 등록' });
  const menu = page.getByRole('navigation', { name: '메뉴' });
  await expect(create).toBeVisible();
  await expect(page.getByRole('row').nth(1).getByRole('button', { name: /수정/ })).toBeVisible();
  await expect(menu.getByRole('link', { name: '권한 그룹' })).toBeVisible();

  await api.changeGroup(group.permissionGroupId, { [CODES]: ['read'] });
  await page.waitForTimeout(KEPT);
  // Any response reveals the change, here that of another page of the list.
  await page.getByRole('button', { name: '다음 페이지' }).first().click();
  await expect(create).toBeHidden(SOON);
  const edit = page.getByRole('row').nth(1).getByRole('button', { name: /수정/ });
  await expect(edit).toHaveAttribute('aria-disabled', 'true', SOON);
  await expect(menu.getByText('권한 그룹')).toHaveCount(0, SOON);

  await api.changeGroup(group.permissionGroupId, { [GROUPS]: ['read'] });
  await page.waitForTimeout(KEPT);
  await page.getByRole('button', { name: '이전 페이지' }).first().click();
  await expect(page.getByText('접근 권한이 없습니다')).toBeVisible(SOON);
  await expect(menu.getByText('코드 관리')).toHaveCount(0, SOON);
});

test('a change that is refused says so and is offered no longer, and what was entered stays', async ({
  page,
  request,
}) => {
  const api = await StaffApi.asAdmin(request);
  const group = await api.makeGroup('거절되는 저장', { [CODES]: ALL });
  await api.makeManager('rights-2', group.permissionGroupId);
  await signIn(page, 'rights-2', PASSWORD);
  await expectConsole(page);
  await page.goto(CODES);
  await page.getByRole('row').nth(1).getByRole('button', { name: /수정/ }).click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: /^이름/ }).first();
  await name.fill('바뀐 이름');
  await api.changeGroup(group.permissionGroupId, { [CODES]: ['read'] });
  await page.waitForTimeout(KEPT);
  await dialog.getByRole('button', { name: '저장', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('권한이 없어졌습니다');
  await expect(dialog.getByRole('button', { name: '저장', exact: true })).toBeDisabled();
  await expect(name).toHaveValue('바뀐 이름');
});
