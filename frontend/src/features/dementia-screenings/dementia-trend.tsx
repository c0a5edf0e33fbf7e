// How a person did over time by one instrument, with the cut that applied then.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { today } from '~/domain/time';
import { ChartCard } from '~/kernel/chart/chart-card';
import { QueryError } from '~/kernel/errors/query-error';
import { NOTHING } from '~/kernel/field/nothing';
import { gradeName } from '~/kernel/grade/grade-badge';
import { formatDate } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { useKnownTrend } from '~/kernel/measurement/known-trend';
import { MOST, type Instrument } from './instruments';

/** More points than a chart shows apart. */
const AT_MOST = 100;

interface TrendProps {
  memberId: number;
  instrument: Instrument;
}

export function DementiaTrend({ memberId, instrument }: TrendProps) {
  const t = useText();
  const found = useQuery({
    ...useKnownTrend(),
    queryKey: ['dementia-screenings', 'trend', memberId, instrument],
    queryFn: ({ signal }) =>
      call(
        'ListDementiaScreenings',
        { query: { memberId, instruments: [instrument], page: 0, pageSize: AT_MOST } },
        signal,
      ),
    select: ({ data }) => data.filter(({ score }) => score !== null),
  });
  if (found.isPending) return <Skeleton height={280} radius={12} />;
  if (found.isError) {
    return <QueryError error={found.error} retry={() => void found.refetch()} />;
  }
  const oldest = found.data.at(-1);
  // One point is no trend: it stands above.
  if (!oldest || found.data.length < 2) return null;
  const name = t(`dementia.instrument.${instrument}`);
  const told = (outcome: string | null) =>
    outcome === null ? NOTHING : gradeName('screening', outcome);
  return (
    <ChartCard
      title={t('dementia.trend', { instrument: name })}
      chart={{
        series: [
          {
            name,
            look: 'first',
            points: found.data.toReversed().flatMap(({ measuredAt, score, outcome }) =>
              score === null
                ? []
                : [
                    {
                      at: measuredAt,
                      value: score,
                      note: outcome === null ? undefined : told(outcome),
                    },
                  ],
            ),
          },
        ],
        decimals: 0,
        days: { first: formatDate(oldest.measuredAt), last: today() },
        leastSpan: MOST[instrument] / 3,
      }}
      columns={[t('dementia.score'), t('dementia.cut'), t('dementia.outcome')]}
      rows={found.data.map(({ measuredAt, score, cut, outcome }) => ({
        at: measuredAt,
        cells: [score, cut ?? NOTHING, told(outcome)],
      }))}
    />
  );
}
