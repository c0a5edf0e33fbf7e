// The ranges of the eight grades for charts. The bounds are not repeated here: they are found by
// asking the shared core for the grade of each score. The core knows only the product's rules, so
// measurements graded by an installation's own rules have no ranges.
import { gradeOf } from '~/domain/grade';
import type { Band } from '~/kernel/chart/time-chart';
import { gradeName } from './grade-badge';
import { GRADES, toneOf } from './grade-scales';

/** Scores have a resolution of one half. */
const HALVES = Array.from({ length: 201 }, (_, half) => half / 2);

/** The version of the product's rules. */
const BUILT_IN = 1;

/** Returns no bands if one of the measurements was graded by the installation's own bounds. */
export function healthBands(graded: readonly { ruleVersion: number | null }[]): Band[] {
  if (graded.some(({ ruleVersion }) => (ruleVersion ?? BUILT_IN) !== BUILT_IN)) return [];
  const words = Object.keys(GRADES.health);
  const grades = HALVES.map((score) => gradeOf('STRESS', score, {}));
  return words.map((word, place) => {
    const from = HALVES[grades.indexOf(word)] ?? 0;
    const next = grades.indexOf(words[place + 1] ?? '');
    return {
      ...(place > 0 && { from }),
      ...(next >= 0 && { to: HALVES[next] ?? from }),
      tone: toneOf('health', word),
      label: gradeName('health', word),
    };
  });
}
