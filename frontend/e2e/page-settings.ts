// The console's page as a server for developing with other settings would answer it.
import type { Page } from '@playwright/test';

const ELEMENT = /(<script[^>]*id="settings">)[^<]*/;

export async function withSettings(page: Page, settings: object): Promise<void> {
  await page.route('/', async (route) => {
    // Names below localhost are known to the browser only.
    const url = route.request().url().replace('user.localhost', '127.0.0.1');
    const answer = await route.fetch({ url });
    const body = (await answer.text()).replace(
      ELEMENT,
      (_all, start: string) => start + JSON.stringify({ development: true, ...settings }),
    );
    await route.fulfill({ response: answer, body });
  });
}
