// Toasts never cover what is pressed next, at any width.
import { expect, test, type Page } from '@playwright/test';
import { PASSWORD, signedIn, type AccountName } from './accounts';

test.describe.configure({ mode: 'parallel' });

/** With accounts whose home pages differ. */
const SIZES = [
  { width: 1440, height: 900, greeted: ['admin', 'retailer'] },
  { width: 1024, height: 768, greeted: ['admin'] },
  { width: 390, height: 844, greeted: ['retailer', 'member'] },
];
const RETAILERS = '/company_management/retailer_management';

/** Returns the controls that a toast covers wholly or partly. */
async function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const overPage = document.querySelector('[aria-modal="true"]') !== null;
    const messages = [...document.querySelectorAll('.mantine-Notifications-notification')].map(
      (element) => element.getBoundingClientRect(),
    );
    return [...document.querySelectorAll('a[href], button, input, select, textarea, [role="tab"]')]
      .filter((element) => !element.closest('.mantine-Notifications-root'))
      .filter((element) => !overPage || element.closest('[aria-modal="true"], [data-portal]'))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return (
          box.width > 0 &&
          messages.some(
            (message) =>
              message.left < box.right &&
              box.left < message.right &&
              message.top < box.bottom &&
              box.top < message.bottom,
          )
        );
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
}

const message = (page: Page, words: string) =>
  page.locator('.mantine-Notifications-notification').filter({ hasText: words });

/** While the toast is shown, it covers no control once the page is idle. */
async function expectNothingCovered(page: Page, words: string): Promise<void> {
  await expect(message(page, words)).toBeVisible();
  await expect.poll(() => covered(page), { intervals: [300] }).toEqual([]);
  await expect(message(page, words)).toBeVisible();
}

async function atSignIn(page: Page, account: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('아이디').fill(account);
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '로그인' }).click();
}

for (const [place, size] of SIZES.entries()) {
  test.describe(`at ${String(size.width)} px`, () => {
    test.use({ viewport: { width: size.width, height: size.height } });

    for (const account of size.greeted) {
      test(`${account} is greeted beside everything that can be pressed`, async ({ page }) => {
        await atSignIn(page, account);
        await expectNothingCovered(page, '성공적으로 로그인이 되었습니다.');
      });
    }

    test.describe('signed in', () => {
      test.use({ storageState: signedIn('admin') });

      test('what was saved is said beside the rows, the pager and the actions', async ({
        page,
      }) => {
        await page.goto(RETAILERS);
        // Each test changes a company of its own, because they run in parallel.
        await page
          .getByRole('button', { name: /수정$/ })
          .nth(2 * place)
          .click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox', { name: '메모' }).fill(`메모 ${String(size.width)}`);
        await dialog.getByRole('button', { name: '저장', exact: true }).click();
        await expect(dialog).toBeHidden();
        await expectNothingCovered(page, '저장했습니다.');
      });

      test('it goes out of the way of a dialog that opens meanwhile', async ({ page }) => {
        await page.goto(RETAILERS);
        await page
          .getByRole('button', { name: /수정$/ })
          .nth(2 * place + 1)
          .click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox', { name: '메모' }).fill(`글 ${String(size.width)}`);
        await dialog.getByRole('button', { name: '저장', exact: true }).click();
        await expect(dialog).toBeHidden();
        await expect(message(page, '저장했습니다.')).toBeVisible();
        await page
          .getByRole('banner')
          .getByRole('button', { name: /빠른 이동/ })
          .click();
        await expect(page.getByPlaceholder('화면 또는 기능 검색')).toBeVisible();
        await expectNothingCovered(page, '저장했습니다.');
      });
    });
  });
}

test.describe('an announcement', () => {
  const NAME = 'CMS 개편 완료 안내';
  const toast = (page: Page) => page.getByRole('button', { name: `${NAME} 보기` });

  for (const account of ['dealer', 'member'] as AccountName[]) {
    test.describe(`for ${account}`, () => {
      test.use({ storageState: signedIn(account) });

      test('stands in the page, moves its words down and stays closed on this device', async ({
        page,
      }) => {
        await page.goto('/');
        await expect(toast(page)).toBeVisible();
        for (const { width, height } of SIZES) {
          await page.setViewportSize({ width, height });
          // Polled: the two boxes are measured one after the other, while the page adapts to its
          // new width.
          const room = async () => {
            const box = await toast(page).boundingBox();
            const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
            return (heading?.y ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0));
          };
          await expect.poll(room).toBeGreaterThanOrEqual(0);
        }
        await page.getByRole('button', { name: `${NAME} 알림 닫기` }).click();
        await expect(toast(page)).toBeHidden();
        await page.reload();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expect(toast(page)).toBeHidden();
      });
    });
  }

  test.describe('for a member', () => {
    test.use({ storageState: signedIn('member') });

    test('has its place on the first page and none beside the own measurements', async ({
      page,
    }) => {
      await page.goto('/users/measurements/physical');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(toast(page)).toBeHidden();
    });
  });
});
