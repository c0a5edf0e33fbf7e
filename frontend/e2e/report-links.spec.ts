import { expect, test } from '@playwright/test';
import { signedIn } from './accounts';
import { StaffApi } from './staff-api';

test.describe('measurements that are sent', () => {
  test.use({ storageState: signedIn('admin') });

  test('a link that staff hand over opens by the birth date alone, is in the outbox, and is revoked', async ({
    page,
    browser,
    request,
  }) => {
    const api = await StaffApi.asAdmin(request);
    await page.goto('/history/hr');
    await page
      .getByRole('checkbox', { name: /^(?!이 페이지).* 선택$/ })
      .first()
      .check();
    await page.getByRole('button', { name: '보내기', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '측정 결과 보내기' });
    await dialog.getByRole('radio', { name: '직접 전달' }).check();
    const [answer] = await Promise.all([
      page.waitForResponse(
        (response) =>
          response.url().endsWith('/api/v1/report-links') &&
          (response.request().postData() ?? '').includes('"dryRun":false'),
      ),
      dialog.getByRole('button', { name: '링크 만들기' }).click(),
    ]);
    const { recipients } = (await answer.json()) as {
      recipients: { token: string; memberId: number }[];
    };
    const [recipient] = recipients;
    await expect(dialog.getByRole('button', { name: '링크 복사' })).toBeVisible();

    const visitor = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const opened = await visitor.newPage();
    await opened.goto(`/reports#${recipient?.token ?? ''}`);
    await opened.getByLabel('생년월일').fill('1901-01-01');
    await opened.getByRole('button', { name: '열기', exact: true }).click();
    await expect(opened.getByRole('alert')).toContainText('링크가 유효하지 않거나');
    const { birthDate } = await api.send<{ birthDate: string }>(
      'POST',
      `/members/${String(recipient?.memberId)}/personal-data`,
    );
    await opened.getByLabel('생년월일').fill(birthDate);
    await opened.getByRole('button', { name: '열기', exact: true }).click();
    await expect(opened.getByRole('article')).toHaveCount(1);
    await expect(opened.getByRole('button', { name: '인쇄' })).toBeEnabled();
    await visitor.close();

    await dialog.getByRole('button', { name: '닫기' }).last().click();
    await page.goto('/log_management/outbox');
    await page.locator('[data-row-link]').first().click();
    const detail = page.getByRole('dialog');
    await expect(detail).toContainText('직접 전달');
    await detail.getByRole('button', { name: '링크 회수' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(2);
    await page.getByRole('dialog').last().getByRole('button', { name: '링크 회수' }).click();
    await expect(page.getByText('링크를 회수했습니다')).toBeVisible();
  });
});
