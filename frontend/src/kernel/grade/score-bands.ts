// The ranges of the eight grades as charts draw them. No bound is written here: the rules of the shared core say for each
// score in which interval it lies.
import { whyGraded } from '~/domain/grade';
import type { Band } from '~/kernel/chart/time-chart';
import { gradeName } from './grade-badge';
import { GRADE_LOOKS } from './grade-look';

/** From the lowest score on: each interval begins where the one before ends. */
export function healthBands(): Band[] {
  const bands: Band[] = [];
  const grades = Object.keys(GRADE_LOOKS.health).length;
  for (let from: number | undefined = 0; from !== undefined && bands.length < grades;) {
    const why = whyGraded('STRESS', 'STRESS', Float64Array.of(from), {});
    if (!why) return bands;
    const to = why.upper?.cut;
    bands.push({
      ...(bands.length > 0 && { from }),
      ...(to !== undefined && { to }),
      tone: GRADE_LOOKS.health[why.grade]?.tone ?? 'neutral',
      label: gradeName('health', why.grade),
    });
    from = to;
  }
  return bands;
}
