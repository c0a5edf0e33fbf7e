// How a person's heart rate went: at rest and after exercise, with the bounds of adults at rest.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { today } from '~/domain/time';
import { ChartCard } from '~/kernel/chart/chart-card';
import { QueryError } from '~/kernel/errors/query-error';
import { NOTHING } from '~/kernel/field/nothing';
import { GradeBadge, gradeName } from '~/kernel/grade/grade-badge';
import { formatDate, formatNumber } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { useKnownTrend } from '~/kernel/measurement/known-trend';

/** More points than a chart shows apart. */
const MOST = 100;

export function HeartRateTrend({ memberId }: { memberId: number }) {
  const t = useText();
  const found = useQuery({
    ...useKnownTrend(),
    queryKey: ['heart-rate-measurements', 'trend', memberId],
    queryFn: ({ signal }) =>
      call('ListHeartRateMeasurements', { query: { memberId, page: 0, pageSize: MOST } }, signal),
    select: ({ data }) => data,
  });
  if (found.isPending) return <Skeleton height={280} radius={12} />;
  if (found.isError) return <QueryError error={found.error} retry={() => void found.refetch()} />;
  const oldest = found.data.at(-1);
  // One point is no trend: it stands above.
  if (!oldest || found.data.length < 2) return null;
  const inOrder = found.data.toReversed();
  const points = (wanted: string) =>
    inOrder
      .filter(({ context }) => context === wanted)
      .map(({ measuredAt, rate, grade }) => ({
        at: measuredAt,
        value: rate,
        note: grade === null ? undefined : gradeName('heartRate', grade),
      }));
  const series = [
    { name: t('heartRate.context.REST'), look: 'first', points: points('REST') },
    {
      name: t('heartRate.context.AFTER_EXERCISE'),
      look: 'second',
      points: points('AFTER_EXERCISE'),
    },
  ] as const;
  return (
    <ChartCard
      title={t('heartRate.trend')}
      unit="unit.beatsPerMinute"
      chart={{
        series: series.filter(({ points: some }) => some.length > 0),
        unit: 'unit.beatsPerMinute',
        decimals: 0,
        days: { first: formatDate(oldest.measuredAt), last: today() },
        leastSpan: 40,
      }}
      columns={[t('heartRate.rate'), t('heartRate.context'), t('heartRate.grade')]}
      rows={found.data.map(({ measuredAt, rate, context, grade }) => ({
        at: measuredAt,
        cells: [
          formatNumber(rate),
          textIfKnown(`heartRate.context.${context}`) ?? context,
          grade === null ? NOTHING : <GradeBadge key="grade" scale="heartRate" grade={grade} />,
        ],
      }))}
    />
  );
}
