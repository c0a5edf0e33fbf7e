// A person's trend with one instrument: the scores over the bands of the grades.
import { call } from '~/domain/client';
import { ChartCard } from '~/kernel/chart/chart-card';
import { NOTHING } from '~/kernel/field/nothing';
import { gradeName } from '~/kernel/grade/grade-badge';
import { scoreBands } from '~/kernel/grade/score-bands';
import { formatDate, formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { indicatorName } from '~/kernel/measurement/instruments';
import { useLastDay } from '~/kernel/measurement/as-of';
import { Trend } from '~/kernel/measurement/trend';
import type { Instrument } from './instruments';
import type { PsychologicalTest } from './psychological-fields';
import { formatResult } from './result-kind';

/** The minimum range of the axis, in score points. */
const MIN_SPAN = 60;

interface TrendProps {
  memberId: number;
  instrument: Instrument;
}

export function PsychologicalTrend({ memberId, instrument }: TrendProps) {
  return (
    <Trend
      queryKey={['psychological-tests', 'trend', memberId, instrument]}
      ask={(page, signal) =>
        call(
          'ListPsychologicalTests',
          { query: { memberId, instruments: [instrument], ...page } },
          signal,
        )
      }
    >
      {(listed) => <Chart listed={listed} instrument={instrument} />}
    </Trend>
  );
}

interface ChartProps {
  listed: PsychologicalTest[];
  instrument: Instrument;
}

function Chart({ listed, instrument }: ChartProps) {
  const lastDay = useLastDay();
  const t = useText();
  const tests = listed.flatMap(({ measuredAt, result, score, grade, ruleVersion }) =>
    score === null ? [] : [{ at: measuredAt, result, score, grade, ruleVersion }],
  );
  const oldest = tests.at(-1);
  // A single point is no trend; the detail shows it.
  if (!oldest || tests.length < 2) return null;
  const name = indicatorName(instrument);
  const nameOf = (grade: string | null) => (grade === null ? NOTHING : gradeName('health', grade));
  return (
    <ChartCard
      title={t('psychological.trend', { instrument: name })}
      chart={{
        series: [
          {
            name,
            look: 'first',
            points: tests
              .toReversed()
              .map(({ at, score, grade }) => ({ at, value: score, note: nameOf(grade) })),
          },
        ],
        decimals: 1,
        bands: scoreBands(tests),
        days: { first: formatDate(oldest.at), last: lastDay },
        leastSpan: MIN_SPAN,
      }}
      columns={[t('psychological.result'), t('psychological.score'), t('psychological.grade')]}
      rows={tests.map(({ at, result, score, grade }) => ({
        at,
        cells: [formatResult(result), formatNumber(score, 1), nameOf(grade)],
      }))}
    />
  );
}
