// The trend of a person's heart rate at rest and after exercise, with the bounds for adults at
// rest.
import { call } from '~/domain/client';
import { ChartCard } from '~/kernel/chart/chart-card';
import { NOTHING } from '~/kernel/field/nothing';
import { GradeBadge, gradeName } from '~/kernel/grade/grade-badge';
import { formatDate, formatNumber } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { useLastDay } from '~/kernel/measurement/as-of';
import { Trend } from '~/kernel/measurement/trend';
import type { HeartRate } from './heart-rate-fields';

export function HeartRateTrend({ memberId }: { memberId: number }) {
  return (
    <Trend
      queryKey={['heart-rate-measurements', 'trend', memberId]}
      ask={(page, signal) =>
        call('ListHeartRateMeasurements', { query: { memberId, ...page } }, signal)
      }
    >
      {(measured) => <Chart measured={measured} />}
    </Trend>
  );
}

function Chart({ measured }: { measured: HeartRate[] }) {
  const lastDay = useLastDay();
  const t = useText();
  const oldest = measured.at(-1);
  // A single point is no trend; the detail shows it.
  if (!oldest || measured.length < 2) return null;
  const inOrder = measured.toReversed();
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
        days: { first: formatDate(oldest.measuredAt), last: lastDay },
        leastSpan: 40,
      }}
      columns={[t('heartRate.rate'), t('heartRate.context'), t('heartRate.grade')]}
      rows={measured.map(({ measuredAt, rate, context, grade }) => ({
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
