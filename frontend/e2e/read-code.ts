// Reads a QR code from the screen like a camera, with a decoder that is independent of the encoder.
import { expect, type Locator, type Page } from '@playwright/test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';

/** Returns the content of the code, or undefined while no code is visible. */
async function codeInSight(place: Page | Locator): Promise<string | undefined> {
  const { data, width, height } = PNG.sync.read(await place.screenshot());
  return jsQR(new Uint8ClampedArray(data), width, height)?.data;
}

/** Waits for a code that differs from the previous one. */
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
