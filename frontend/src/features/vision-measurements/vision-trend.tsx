// How both eyes of a person went: what they saw at a distance in everyday life, or without correction where that alone
// was measured. What no chart shows is no point of the lines, and stands in the table.
import { call } from '~/domain/client';
import { ChartCard } from '~/kernel/chart/chart-card';
import { formatDate } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { useLastDay } from '~/kernel/measurement/as-of';
import { Trend } from '~/kernel/measurement/trend';
import { formatAcuity } from './acuity-kind';
import type { VisionMeasurement } from './vision-fields';

type Listed = Pick<
  VisionMeasurement,
  | 'measuredAt'
  | 'range'
  | 'rightPresenting'
  | 'leftPresenting'
  | 'rightUncorrected'
  | 'leftUncorrected'
>;

export function VisionTrend({ memberId }: { memberId: number }) {
  return (
    <Trend
      queryKey={['vision-measurements', 'trend', memberId]}
      ask={(page, signal) =>
        call('ListVisionMeasurements', { query: { memberId, ...page } }, signal)
      }
    >
      {(listed) => <Chart listed={listed} />}
    </Trend>
  );
}

function Chart({ listed }: { listed: Listed[] }) {
  const lastDay = useLastDay();
  const t = useText();
  const measured = listed
    .filter(({ range }) => range === 'DISTANCE')
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
        days: { first: formatDate(oldest.at), last: lastDay },
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
