// The ranges of the grades of scores for charts. The bounds are not repeated here: they are found by
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

type Graded = readonly { ruleVersion: number | null }[];

/** The scales of scores, with an indicator that is graded on each. */
const INDICATORS = { health: 'STRESS', lethargy: 'LETHARGY' } as const;

/** Returns no bands if one of the measurements was graded by the installation's own bounds. */
export function scoreBands(graded: Graded, scale: keyof typeof INDICATORS = 'health'): Band[] {
  if (graded.some(({ ruleVersion }) => (ruleVersion ?? BUILT_IN) !== BUILT_IN)) return [];
  const words = Object.keys(GRADES[scale]);
  const grades = HALVES.map((score) => gradeOf(INDICATORS[scale], score, {}));
  return words.map((word, place) => {
    const from = HALVES[grades.indexOf(word)] ?? 0;
    const next = grades.indexOf(words[place + 1] ?? '');
    return {
      ...(place > 0 && { from }),
      ...(next >= 0 && { to: HALVES[next] ?? from }),
      tone: toneOf(scale, word),
      label: gradeName(scale, word),
    };
  });
}
