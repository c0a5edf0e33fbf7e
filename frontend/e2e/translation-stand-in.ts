// The stub of the translation widget's script, served from the console's own origin.
import type { Page } from '@playwright/test';
import { scriptText } from '../scripts/translation-stand-in';

export const SCRIPT = '/stand-in/translate.js';

/** Serves the stub and counts its requests. */
export async function serveStandIn(page: Page): Promise<() => number> {
  let asked = 0;
  await page.route(`**${SCRIPT}*`, async (route) => {
    asked += 1;
    await route.fulfill({ contentType: 'text/javascript', body: scriptText(false) });
  });
  return () => asked;
}
