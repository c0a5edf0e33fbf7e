// A menu of extreme size and with unusual names, on a separate server: its performance, that names
// stay text, and that entries can be moved by touch.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectConsole, signIn, signInByCall } from './accounts';
import { FIRST, startEmpty } from './empty-installation';
import { dragByFinger, pointOf } from './touch';

const ADDRESS = `127.0.0.1:${process.env.UNO_E2E_MENU_PORT ?? '8097'}`;
const MENU = '/system_management/menu_management';
/**
 * Markup, a character reference, Arabic, and a mark that changes the direction of the following
 * text.
 */
const ODD = ['<b>굵게</b>', '&amp; 앰퍼샌드', 'قائمة الطعام', '\u{200F}오른쪽 (1)'] as const;
/** The number of entries at the top, and below each of them. The others are in two more levels. */
const TOPS = 10;
const SECONDS = 20;
/** The first two levels are expanded at first. */
const IN_SIGHT = TOPS + TOPS * SECONDS;
const ALL = 300;
/** In milliseconds. */
const OPENS = 8_000;

let stop: (() => void) | undefined;
test.use({ baseURL: `http://${ADDRESS}` });
test.setTimeout(60_000);

test.beforeAll(async ({ playwright }) => {
  stop = await startEmpty(ADDRESS);
  const request = await playwright.request.newContext({ baseURL: `http://${ADDRESS}` });
  const headers = await signInByCall(request, 'admin', FIRST);
  let made = 0;
  const make = async (parentId: number | null, name: string) => {
    made += 1;
    const entry = {
      parentId,
      name,
      names: [],
      url: `/entry-${String(made)}`,
      unrestricted: false,
      isHidden: false,
      position: made * 1_000_000,
    };
    const answer = await request.post('/api/v1/menu-items', { headers, data: entry });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { menuItemId: number }).menuItemId;
  };
  const seconds: number[] = [];
  for (let top = 1; top <= TOPS; top += 1) {
    const id = await make(null, ODD[top - 1] ?? `묶음 ${String(top)}`);
    for (let second = 1; second <= SECONDS; second += 1)
      seconds.push(await make(id, `둘째 ${String(top)}-${String(second)}`));
  }
  for (const [third, second] of seconds.entries()) {
    if (made >= ALL) break;
    const id = await make(second, `셋째 ${String(third)}`);
    if (made < ALL) await make(id, ODD[0]);
  }
  await request.dispose();
});

test.afterAll(() => {
  stop?.();
});

async function openMenu(page: Page) {
  await signIn(page, 'admin', FIRST);
  await expectConsole(page);
  const begun = Date.now();
  await page.goto(MENU);
  const tree = page.getByRole('treegrid', { name: '메뉴' });
  await expect(tree.getByRole('row').nth(IN_SIGHT - 1)).toBeAttached();
  return { tree, opening: Date.now() - begun };
}

test('three hundred entries with markup in their names open soon, and as text', async ({
  page,
}) => {
  const { tree, opening } = await openMenu(page);
  test.info().annotations.push({ type: 'opening', description: `${String(opening)} ms` });
  expect(opening).toBeLessThan(OPENS);

  for (const name of ODD) {
    // The server removes the invisible mark.
    const seen = name.replace('\u{200F}', '');
    await expect(tree.getByText(seen, { exact: true }).first()).toBeVisible();
  }
  await expect(page.locator('b')).toHaveCount(0);

  const sidebar = page.getByRole('navigation', { name: '메뉴' });
  for (const name of [ODD[0], '둘째 1-1', '셋째 0'])
    await sidebar.getByRole('button', { name, exact: true }).click();
  // The fourth has the name of the first.
  await expect(sidebar.getByRole('link', { name: ODD[0], exact: true }).first()).toBeVisible();
});

test('an address of another entry or screen is refused at its field', async ({ page }) => {
  await openMenu(page);
  await page.getByRole('link', { name: '메뉴 등록' }).click();
  const dialog = page.getByRole('dialog', { name: '메뉴 등록' });
  await dialog.getByRole('textbox', { name: /메뉴 이름/ }).fill(ODD[0]);
  const url = dialog.getByRole('textbox', { name: '주소' });
  for (const taken of ['/entry-1', MENU]) {
    await url.fill(taken);
    await dialog.getByRole('button', { name: '저장', exact: true }).click();
    await expect(url).toHaveAttribute('aria-invalid', 'true');
  }
});

/** Presses a key until the target has the focus. */
async function pressUntil(page: Page, key: string, target: Locator, most = 60): Promise<void> {
  // Resolved once: with hundreds of rows that takes longer than a key press.
  const element = await target.elementHandle();
  for (let press = 0; press < most; press += 1) {
    if (await page.evaluate((known) => known === document.activeElement, element)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

test('an entry is renamed, hidden and moved by keyboard alone', async ({ page }) => {
  // With hundreds of rows every step is slow.
  test.slow();
  const { tree } = await openMenu(page);
  const name = '둘째 2-3';
  const renamed = '<i>기울임</i> &lt;2-3&gt;';
  const row = tree.getByRole('row', { name, exact: true });
  // Into the tree, and down to the entry.
  await pressUntil(page, 'Tab', tree.getByRole('row').first());
  // A typed letter moves to the next name that starts with it.
  await page.keyboard.press('&');
  await expect(tree.getByRole('row', { name: ODD[1], exact: true })).toBeFocused();
  await pressUntil(page, 'ArrowDown', row, 5);

  await pressUntil(page, 'ArrowRight', row.getByRole('link', { name: `${name} 수정` }), 8);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '메뉴 수정' });
  await expect(dialog.getByRole('textbox', { name: /메뉴 이름/ })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(renamed);
  await pressUntil(page, 'Tab', dialog.getByRole('switch', { name: '숨김' }), 20);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByText('저장했습니다.')).toBeVisible();
  await expect(dialog).toBeHidden();
  const hidden = tree.getByRole('row', { name: renamed, exact: true });
  await expect(hidden.getByText('숨김')).toBeVisible();
  await expect(page.locator('i')).toHaveCount(0);
  await expect(hidden).toHaveAttribute('aria-posinset', '3');

  // The dialog has returned the focus to its opener.
  const handle = hidden.getByRole('button', { name: `${renamed} 옮기기` });
  await pressUntil(page, 'ArrowLeft', handle, 8);
  await page.keyboard.press('Enter');
  // Through the possible targets, each of which has a label.
  const place = page.getByRole('button', { name: '둘째 2-1 및 둘째 2-2 사이에 삽입' });
  await expect(place).toBeAttached();
  await pressUntil(page, 'ArrowUp', place, 8);
  await page.keyboard.press('Enter');
  await expect(page.getByText('옮겼습니다.')).toBeVisible();
  await expect(hidden).toHaveAttribute('aria-posinset', '2');
  await expect(hidden).toHaveAttribute('aria-level', '2');
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap on the handle shows buttons that move the entry', async ({ page }) => {
    const { tree } = await openMenu(page);
    const row = tree.getByRole('row', { name: '둘째 3-2', exact: true });
    // Pointer events pass through the handle to its parent.
    await row.getByRole('button', { name: '둘째 3-2 옮기기' }).tap({ force: true });
    const steps = row.getByRole('group', { name: '둘째 3-2 옮기기' });
    await steps.getByRole('button', { name: '위로' }).tap();
    await expect(row).toHaveAttribute('aria-posinset', '1');
    await expect(steps.getByRole('button', { name: '위로' })).toBeDisabled();
    await steps.getByRole('button', { name: '한 단계 밖으로' }).tap();
    await expect(row).toHaveAttribute('aria-level', '1');
  });

  test('a finger drags an entry by its handle', async ({ page }) => {
    const { tree } = await openMenu(page);
    const row = tree.getByRole('row', { name: '둘째 4-3', exact: true });
    const first = tree.getByRole('row', { name: '둘째 4-1', exact: true });
    await row.scrollIntoViewIfNeeded();
    // In the middle of the screen, where dragging does not scroll.
    await row.evaluate((element) => {
      element.scrollIntoView({ block: 'center' });
    });
    const handle = row.getByRole('button', { name: '둘째 4-3 옮기기' });
    const { width = 0, height = 0 } = (await handle.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await dragByFinger(page, await pointOf(handle), await pointOf(first, 0.1));
    await expect(page.getByText('옮겼습니다.')).toBeVisible();
    await expect(row).toHaveAttribute('aria-posinset', '1');
    await expect(row).toHaveAttribute('aria-level', '2');
  });
});
