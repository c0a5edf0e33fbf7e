// The ranges of the eight grades as charts draw them. No bound is written here: the rules of the shared core are asked
// which grade a score would get. They know those that come with the product: where an installation has others, what was
// graded by them has no ranges.
import { gradeOf } from '~/domain/grade';
import type { Band } from '~/kernel/chart/time-chart';
import { gradeName } from './grade-badge';
import { GRADES, toneOf } from './grade-scales';

/** Scores are told apart in halves. */
const HALVES = Array.from({ length: 201 }, (_, half) => half / 2);

/** The version of the rules that comes with the product. */
const BUILT_IN = 1;

/** Nothing where one of the measurements was graded by bounds of the installation's own. */
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
