// Touch input by the browser's own protocol: playwright can tap but not drag.
import type { Locator, Page } from '@playwright/test';

/** Milliseconds for which a finger rests before it is lifted. */
const REST = 200;

interface Point {
  x: number;
  y: number;
}

/** Returns the middle of an element, or another height of it: 0 is its top, 1 its bottom. */
export async function pointOf(element: Locator, height = 0.5): Promise<Point> {
  const box = await element.boundingBox();
  if (!box) throw new Error('not in sight');
  return { x: box.x + box.width / 2, y: box.y + box.height * height };
}

/** Drags from one point to another in several steps, and lifts the finger. */
export async function dragByFinger(page: Page, from: Point, to: Point): Promise<void> {
  const input = await page.context().newCDPSession(page);
  const STEPS = 8;
  await input.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (let step = 1; step <= STEPS; step += 1) {
    const share = step / STEPS;
    const point = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    await input.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  }
  // Lifting a moving finger starts a fling, and the browser uses the next tap to stop it.
  await page.waitForTimeout(REST);
  await input.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [to] });
  await input.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await input.detach();
}
