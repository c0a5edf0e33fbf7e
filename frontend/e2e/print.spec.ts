import { inflateSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { signedIn } from './accounts';

const STRESS = '/history/stress_history';

/** Returns the ids of the first rows of a list. */
async function idsOf(page: Page, path: string, count: number): Promise<string[]> {
  const links = page.locator('[data-row-link]');
  await page.goto(`${path}?pageSize=${String(count > 20 ? 100 : 20)}`);
  await expect(links.nth(count - 1)).toBeVisible({ timeout: 20_000 });
  const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  return addresses.slice(0, count).map((address) => /\/(\d+)/.exec(address ?? '')?.[1] ?? '');
}

/** Returns the number of pages of a document, and their sizes. */
function pagesOf(document: Buffer): { count: number; boxes: Set<string> } {
  const raw = document.toString('latin1');
  // Page descriptions may be in compressed streams.
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].map(([, stream = '']) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const text = [raw, ...streams].join('\n');
  const boxes = [...text.matchAll(/\/MediaBox\s*\[([^\]]*)\]/g)].map(([, box = '']) => box.trim());
  return {
    count: (text.match(/\/Type\s*\/Page\b/g) ?? []).length,
    boxes: new Set(boxes.map((box) => box.split(/\s+/).map(Number).map(Math.round).join(' '))),
  };
}

test.describe('the print of measurements', () => {
  test.use({ storageState: signedIn('admin') });

  test('several are selected in a history and printed, each from a page of its own', async ({
    page,
  }) => {
    await page.goto(STRESS);
    const boxes = page.getByRole('checkbox', { name: /^(?!이 페이지).* 선택$/ });
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await expect(page.getByText('선택 2건')).toBeVisible();
    await page.getByRole('link', { name: '인쇄', exact: true }).click();
    await expect(page.getByRole('heading', { name: '측정 결과 인쇄' })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(page.getByRole('article').first().locator('svg').first()).toBeVisible();
    const { count, boxes: sizes } = pagesOf(await page.pdf({ preferCSSPageSize: true }));
    expect(count).toBeGreaterThanOrEqual(2);
    expect([...sizes], 'A4').toEqual(['0 0 595 842']);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: '인쇄', exact: true })).toBeHidden();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('article').first()).toBeVisible();
  });

  test('one is printed from its detail', async ({ page }) => {
    await page.goto('/history/hr');
    await page.locator('[data-row-link]').first().click();
    await page.getByRole('dialog').getByRole('link', { name: '인쇄' }).click();
    await expect(page).toHaveURL(/\/history\/print\?kind=HEART_RATE&ids=\d+$/);
    await expect(page.getByRole('article')).toHaveCount(1);
  });

  for (const [kind, path] of [
    ['PHYSICAL', '/history/physical_test_result_history'],
    ['VISION', '/history/vision_measurement_history'],
    ['DEMENTIA', '/history/dementia_prediction'],
    ['PSYCHOLOGICAL', '/history/survey_history'],
  ] as const) {
    test(`${kind} is printed on A4 with nothing wider than its page`, async ({ page }) => {
      const [id = ''] = await idsOf(page, path, 1);
      await page.goto(`/history/print?kind=${kind}&ids=${id}`);
      const sheet = page.getByRole('article');
      await expect(sheet).toHaveCount(1);
      await page.emulateMedia({ media: 'print' });
      const tooWide = await sheet.evaluate(
        (element) => element.scrollWidth > element.clientWidth + 1,
      );
      expect(tooWide).toBe(false);
    });
  }

  test('an address that selects nothing says so', async ({ page }) => {
    await page.goto('/history/print?kind=STRESS');
    await expect(page.getByText('인쇄할 측정이 없습니다')).toBeVisible();
  });
});
