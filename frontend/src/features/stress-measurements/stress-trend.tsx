// A person's trends: the score of each indicator over the bands of its grades, and the heart rate
// variability. Scores of different instruments are not joined: the difference may be due to the
// instruments.
import { Stack, Text } from '@mantine/core';
import { call } from '~/domain/client';
import { ChartCard } from '~/kernel/chart/chart-card';
import { NOTHING } from '~/kernel/field/nothing';
import { gradeName } from '~/kernel/grade/grade-badge';
import { scoreBands } from '~/kernel/grade/score-bands';
import { scoreName } from '~/kernel/grade/score-name';
import { formatDate, formatNumber } from '~/kernel/i18n/format';
import { useLanguage, useText, type MessageKey } from '~/kernel/i18n/i18n';
import { useLastDay } from '~/kernel/measurement/as-of';
import { indicatorName, measuredBy } from '~/kernel/measurement/instruments';
import { Trend } from '~/kernel/measurement/trend';
import type { StressMeasurement } from './stress-fields';

/** The minimum range of the axis, in score points. */
const MIN_SPAN = 60;

interface Score {
  label: MessageKey;
  scale: 'health' | 'lethargy';
  /** What the score says, if it is not the indicator itself. */
  says?: MessageKey;
  of: (measurement: StressMeasurement) => number | null;
  grade: (measurement: StressMeasurement) => string | null;
  /** The instrument of the score, if an indicator has several. */
  instrument?: { label: MessageKey; of: (measurement: StressMeasurement) => string | null };
}

const SCORES: readonly Score[] = [
  {
    label: 'indicator.STRESS',
    scale: 'health',
    of: ({ stressScore }) => stressScore,
    grade: ({ stressGrade }) => stressGrade,
    instrument: {
      label: 'stress.stressInstrument',
      of: ({ stressInstrument }) => stressInstrument,
    },
  },
  {
    label: 'indicator.ANXIETY',
    scale: 'health',
    of: ({ anxietyScore }) => anxietyScore,
    grade: ({ anxietyGrade }) => anxietyGrade,
  },
  {
    label: 'indicator.BURNOUT',
    scale: 'health',
    of: ({ burnoutScore }) => burnoutScore,
    grade: ({ burnoutGrade }) => burnoutGrade,
    instrument: {
      label: 'stress.burnoutInstrument',
      of: ({ burnoutInstrument }) => burnoutInstrument,
    },
  },
  {
    label: 'indicator.LETHARGY',
    scale: 'lethargy',
    says: 'stress.activationScore',
    of: ({ activationScore }) => activationScore,
    grade: ({ lethargyGrade }) => lethargyGrade,
  },
];

export function StressTrend({ memberId }: { memberId: number }) {
  return (
    <Trend
      queryKey={['stress-measurements', 'trend', memberId]}
      ask={(page, signal) =>
        call('ListStressMeasurements', { query: { memberId, ...page } }, signal)
      }
    >
      {(measured) => <Charts measured={measured} />}
    </Trend>
  );
}

function Charts({ measured }: { measured: StressMeasurement[] }) {
  const t = useText();
  const language = useLanguage();
  // A single point is no trend; the results show it.
  const scores = SCORES.filter(({ of }) => measured.filter((one) => of(one) !== null).length > 1);
  if (scores.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('stress.noTrend')}
      </Text>
    );
  }
  return (
    <Stack gap="md">
      {scores.map((score) => (
        <ScoreChart key={`${score.label} ${language}`} score={score} measured={measured} />
      ))}
      <VariabilityChart key={language} measured={measured} />
    </Stack>
  );
}

function ScoreChart({ score, measured }: { score: Score; measured: StressMeasurement[] }) {
  const lastDay = useLastDay();
  const t = useText();
  const rows = measured.filter((one) => score.of(one) !== null);
  const oldest = rows.at(-1);
  if (!oldest) return null;
  const nameOf = (one: StressMeasurement) => {
    const grade = score.grade(one);
    return grade === null ? undefined : gradeName(score.scale, grade);
  };
  const instrumentOf = (one: StressMeasurement) => {
    const instrument = score.instrument?.of(one) ?? null;
    return instrument === null ? undefined : indicatorName(instrument);
  };
  return (
    <ChartCard
      title={scoreName(t(score.label), score.says)}
      chart={{
        series: [
          {
            name: t(score.says ?? score.label),
            look: 'first',
            points: rows.toReversed().map((one) => ({
              at: one.measuredAt,
              value: score.of(one) ?? 0,
              note: nameOf(one),
              by: measuredBy(score.instrument?.of(one) ?? null),
            })),
          },
        ],
        decimals: 1,
        bands: scoreBands(rows, score.scale),
        days: { first: formatDate(oldest.measuredAt), last: lastDay },
        leastSpan: MIN_SPAN,
      }}
      columns={[
        t('stress.score'),
        t('stress.grade'),
        ...(score.instrument ? [t(score.instrument.label)] : []),
      ]}
      rows={rows.map((one) => ({
        at: one.measuredAt,
        cells: [
          formatNumber(score.of(one) ?? 0, 1),
          nameOf(one) ?? NOTHING,
          instrumentOf(one) ?? NOTHING,
        ],
      }))}
    />
  );
}

function VariabilityChart({ measured }: { measured: StressMeasurement[] }) {
  const lastDay = useLastDay();
  const t = useText();
  const sdnn = (one: StressMeasurement) => one.computed?.sdnn ?? one.sdnn;
  const rmssd = (one: StressMeasurement) => one.computed?.rmssd ?? one.rmssd;
  const rows = measured.filter((one) => sdnn(one) !== null || rmssd(one) !== null);
  const oldest = rows.at(-1);
  if (!oldest || rows.length < 2) return null;
  const points = (of: (one: StressMeasurement) => number | null) =>
    rows.toReversed().flatMap((one) => {
      const value = of(one);
      return value === null ? [] : [{ at: one.measuredAt, value }];
    });
  const shown = (value: number | null) => (value === null ? NOTHING : formatNumber(value, 1));
  return (
    <ChartCard
      title={t('stress.variability')}
      unit="unit.millisecond"
      chart={{
        series: [
          { name: t('stress.sdnn'), look: 'first', points: points(sdnn) },
          { name: t('stress.rmssd'), look: 'second', points: points(rmssd) },
        ],
        unit: 'unit.millisecond',
        decimals: 1,
        days: { first: formatDate(oldest.measuredAt), last: lastDay },
        leastSpan: 40,
      }}
      columns={[t('stress.sdnn'), t('stress.rmssd')]}
      rows={rows.map((one) => ({
        at: one.measuredAt,
        cells: [shown(sdnn(one)), shown(rmssd(one))],
      }))}
    />
  );
}
