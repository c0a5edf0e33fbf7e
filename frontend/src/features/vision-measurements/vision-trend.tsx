// The distance acuity of both eyes over time: everyday vision and vision without correction. They
// have separate charts, because glasses would look like improved eyes. Measurements without a
// readable chart are gaps in the lines, and appear in the table.
import { call } from '~/domain/client';
import { ChartCard } from '~/kernel/chart/chart-card';
import { formatDate } from '~/kernel/i18n/format';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { decimalsOfChart, pointsOf } from '~/kernel/measurement/acuity';
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

type Acuity = Listed['rightPresenting'];

interface Way {
  label: MessageKey;
  right: (measurement: Listed) => Acuity;
  left: (measurement: Listed) => Acuity;
}

const WAYS: readonly Way[] = [
  {
    label: 'vision.presenting',
    right: ({ rightPresenting }) => rightPresenting,
    left: ({ leftPresenting }) => leftPresenting,
  },
  {
    label: 'vision.uncorrected',
    right: ({ rightUncorrected }) => rightUncorrected,
    left: ({ leftUncorrected }) => leftUncorrected,
  },
];

export function VisionTrend({ memberId }: { memberId: number }) {
  return (
    <Trend
      queryKey={['vision-measurements', 'trend', memberId]}
      ask={(page, signal) =>
        call('ListVisionMeasurements', { query: { memberId, ...page } }, signal)
      }
    >
      {(listed) => WAYS.map((way) => <Chart key={way.label} way={way} listed={listed} />)}
    </Trend>
  );
}

function Chart({ way: { label, right, left }, listed }: { way: Way; listed: Listed[] }) {
  const lastDay = useLastDay();
  const t = useText();
  const measured = listed.filter(
    (one) => one.range === 'DISTANCE' && (right(one) !== null || left(one) !== null),
  );
  const oldest = measured.at(-1);
  // A single point is no trend; the detail shows it.
  if (!oldest || measured.length < 2) return null;
  const oldestFirst = measured.toReversed();
  const [ofRight, ofLeft] = [pointsOf(oldestFirst, right), pointsOf(oldestFirst, left)];
  return (
    <ChartCard
      title={`${t('vision.trend')} · ${t(label)}`}
      chart={{
        series: [
          { name: t('vision.right'), look: 'first', points: ofRight },
          { name: t('vision.left'), look: 'second', points: ofLeft },
        ],
        decimals: decimalsOfChart([...ofRight, ...ofLeft].map(({ value }) => value)),
        days: { first: formatDate(oldest.measuredAt), last: lastDay },
        leastSpan: 1,
      }}
      columns={[t('vision.right'), t('vision.left')]}
      rows={measured.map((one) => ({
        at: one.measuredAt,
        cells: [formatAcuity(right(one)), formatAcuity(left(one))],
      }))}
    />
  );
}
