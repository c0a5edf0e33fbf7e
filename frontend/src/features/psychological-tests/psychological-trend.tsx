// How a person did over time by one instrument: the scores over the bands of the grades.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { today } from '~/domain/time';
import { ChartCard } from '~/kernel/chart/chart-card';
import { QueryError } from '~/kernel/errors/query-error';
import { NOTHING } from '~/kernel/field/nothing';
import { gradeName } from '~/kernel/grade/grade-badge';
import { healthBands } from '~/kernel/grade/score-bands';
import { formatDate, formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { indicatorName } from '~/kernel/measurement/instruments';
import { useKnownTrend } from '~/kernel/measurement/known-trend';
import type { Instrument } from './instruments';
import { formatResult } from './result-kind';

/** More points than a chart shows apart. */
const MOST = 100;
/** Points of a score that an axis spans at least. */
const LEAST_SPAN = 60;

interface TrendProps {
  memberId: number;
  instrument: Instrument;
}

export function PsychologicalTrend({ memberId, instrument }: TrendProps) {
  const t = useText();
  const found = useQuery({
    ...useKnownTrend(),
    queryKey: ['psychological-tests', 'trend', memberId, instrument],
    queryFn: ({ signal }) =>
      call(
        'ListPsychologicalTests',
        { query: { memberId, instruments: [instrument], page: 0, pageSize: MOST } },
        signal,
      ),
    select: ({ data }) =>
      data.flatMap(({ measuredAt, result, score, grade }) =>
        score === null ? [] : [{ at: measuredAt, result, score, grade }],
      ),
  });
  if (found.isPending) return <Skeleton height={280} radius={12} />;
  if (found.isError) return <QueryError error={found.error} retry={() => void found.refetch()} />;
  const tests = found.data;
  const oldest = tests.at(-1);
  // One point is no trend: it stands above.
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
        bands: healthBands(),
        days: { first: formatDate(oldest.at), last: today() },
        leastSpan: LEAST_SPAN,
      }}
      columns={[t('psychological.result'), t('psychological.score'), t('psychological.grade')]}
      rows={tests.map(({ at, result, score, grade }) => ({
        at,
        cells: [formatResult(result), formatNumber(score, 1), nameOf(grade)],
      }))}
    />
  );
}
