// Reads a QR code off the screen as a camera does, by a reader that shares nothing with what drew it.
import { expect, type Locator, type Page } from '@playwright/test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';

/** What a camera reads there; undefined while there is no code in sight. */
async function codeInSight(place: Page | Locator): Promise<string | undefined> {
  const { data, width, height } = PNG.sync.read(await place.screenshot());
  return jsQR(new Uint8ClampedArray(data), width, height)?.data;
}

/** Waits for a code, other than the one before. */
export async function readCode(place: Page | Locator, before?: string): Promise<string> {
  let code = before;
  await expect
    .poll(async () => {
      code = await codeInSight(place);
      return code !== undefined && code !== before;
    })
    .toBe(true);
  return code ?? '';
}
