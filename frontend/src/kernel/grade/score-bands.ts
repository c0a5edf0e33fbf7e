// The ranges of the eight grades as charts draw them. No bound is written here: the rules of the shared core are asked
// which grade a score would get.
import { gradeOf } from '~/domain/grade';
import type { Band } from '~/kernel/chart/time-chart';
import { gradeName } from './grade-badge';
import { GRADE_LOOKS } from './grade-look';

/** Scores are told apart in halves. */
const HALVES = Array.from({ length: 201 }, (_, half) => half / 2);

export function healthBands(): Band[] {
  const words = Object.keys(GRADE_LOOKS.health);
  const grades = HALVES.map((score) => gradeOf('STRESS', score, {}));
  return words.map((word, place) => {
    const from = HALVES[grades.indexOf(word)] ?? 0;
    const next = grades.indexOf(words[place + 1] ?? '');
    return {
      ...(place > 0 && { from }),
      ...(next >= 0 && { to: HALVES[next] ?? from }),
      tone: GRADE_LOOKS.health[word]?.tone ?? 'neutral',
      label: gradeName('health', word),
    };
  });
}
