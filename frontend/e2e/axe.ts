// Runs axe on a page. Its script is added once for each page that the browser opens and not for
// each check: parsing it takes a fifth of a check. Preloading of style sheets and media is off:
// only the rule against autoplaying sound needs it, and there is no sound.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Fault {
  id: string;
  html: string;
  why: string;
}

export interface Look {
  /** Only content inside this element. The default is the whole page. */
  inside?: string;
  /** Excludes content inside these elements. */
  but?: string[];
  /** Only these rules. */
  rules?: string[];
  /** All rules except these. */
  without?: string[];
}

/** Returns the violations on the page in its current state. */
export async function faultsOf(page: Page, look: Look = {}): Promise<Fault[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async ({ inside, but = [], rules, without = [] }: Look) => {
    const { axe: judge } = window as unknown as { axe: typeof axe };
    const { violations } = await judge.run(
      {
        ...(inside !== undefined && { include: [[inside]] }),
        exclude: but.map((selector) => [selector]),
      },
      {
        resultTypes: ['violations'],
        preload: false,
        ...(rules && { runOnly: rules }),
        rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
      },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => ({ id, html, why: failureSummary })),
    );
  }, look);
}
