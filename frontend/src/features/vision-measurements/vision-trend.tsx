// How both eyes of a person went: what they saw at a distance in everyday life, or without correction where that alone
// was measured. What no chart shows is no point of the lines, and stands in the table.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { today } from '~/domain/time';
import { ChartCard } from '~/kernel/chart/chart-card';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDate } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { useKnownTrend } from '~/kernel/measurement/known-trend';
import { formatAcuity } from './acuity-kind';
import type { VisionMeasurement } from './vision-fields';

/** More points than a chart shows apart. */
const MOST = 100;

type Listed = Pick<
  VisionMeasurement,
  'measuredAt' | 'rightPresenting' | 'leftPresenting' | 'rightUncorrected' | 'leftUncorrected'
>;

export function VisionTrend({ memberId }: { memberId: number }) {
  const t = useText();
  const found = useQuery({
    ...useKnownTrend(),
    queryKey: ['vision-measurements', 'trend', memberId],
    queryFn: ({ signal }) =>
      call('ListVisionMeasurements', { query: { memberId, page: 0, pageSize: MOST } }, signal),
    select: ({ data }) => data.filter(({ range }) => range === 'DISTANCE'),
  });
  if (found.isPending) return <Skeleton height={280} radius={12} />;
  if (found.isError) return <QueryError error={found.error} retry={() => void found.refetch()} />;
  const measured = found.data
    .map(ofEyes)
    .filter(({ right, left }) => right !== null || left !== null);
  const oldest = measured.at(-1);
  // One point is no trend: it stands above.
  if (!oldest || measured.length < 2) return null;
  const inOrder = measured.toReversed();
  const points = (eye: 'right' | 'left') =>
    inOrder.flatMap(({ at, [eye]: value }) => (typeof value === 'number' ? [{ at, value }] : []));
  return (
    <ChartCard
      title={t('vision.trend')}
      chart={{
        series: [
          { name: t('vision.right'), look: 'first', points: points('right') },
          { name: t('vision.left'), look: 'second', points: points('left') },
        ],
        decimals: 2,
        days: { first: formatDate(oldest.at), last: today() },
        leastSpan: 1,
      }}
      columns={[t('vision.right'), t('vision.left')]}
      rows={measured.map(({ at, right, left }) => ({
        at,
        cells: [formatAcuity(right), formatAcuity(left)],
      }))}
    />
  );
}

function ofEyes(measurement: Listed) {
  return {
    at: measurement.measuredAt,
    right: measurement.rightPresenting ?? measurement.rightUncorrected,
    left: measurement.leftPresenting ?? measurement.leftUncorrected,
  };
}
