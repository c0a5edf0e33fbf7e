// What axe finds on a page. Its script comes once with each page that the browser opens, and not with each look: reading
// it takes a fifth of a look. It loads no style sheets and sounds of its own, because the one rule for which it would, that
// no sound begins by itself, has nothing to judge: there are none.
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
  /** Only what is inside; the whole page without. */
  inside?: string;
  /** But nothing inside one of these. */
  but?: string[];
  /** Only these rules. */
  rules?: string[];
  /** All rules but these. */
  without?: string[];
}

/** What is wrong on the page as it is at the moment. */
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
