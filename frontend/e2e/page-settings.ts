// Answers the console's page with other settings, like a development server.
import type { Page } from '@playwright/test';

const ELEMENT = /(<script[^>]*id="settings">)[^<]*/;

export async function withSettings(page: Page, settings: object): Promise<void> {
  await page.route('/', async (route) => {
    // Only the browser resolves names below localhost.
    const url = route.request().url().replace('user.localhost', '127.0.0.1');
    const answer = await route.fetch({ url });
    const body = (await answer.text()).replace(
      ELEMENT,
      (_all, start: string) => start + JSON.stringify({ development: true, ...settings }),
    );
    await route.fulfill({ response: answer, body });
  });
}
