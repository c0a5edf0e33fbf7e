// The trend of one indicator, as a chart and as a table. It contains texts, so it must be
// re-rendered when the language changes.
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { ChartCard } from '~/kernel/chart/chart-card';
import type { TimeChart } from '~/kernel/chart/time-chart';
import { NOTHING } from '~/kernel/field/nothing';
import { GradeBadge, gradeName } from '~/kernel/grade/grade-badge';
import { formatNumber } from '~/kernel/i18n/format';
import { leftToRight, text, textIfKnown, useText, type MessageKey } from '~/kernel/i18n/i18n';
import {
  gradeBands,
  pressureLimits,
  pressureThresholds,
  type PressureLimits,
} from './physical-bands';
import { isMeasured, type Indicator } from './physical-indicators';
import type { PhysicalMeasurement } from './physical-indicators';

const LOOKS = ['first', 'second'] as const;

interface ReadingCondition {
  label: MessageKey;
  /** Shown below its label. */
  short: (measurement: PhysicalMeasurement) => string | undefined;
  /** Shown without a label. */
  full: (measurement: PhysicalMeasurement) => string | undefined;
}

/** Describes a condition that is a single word. */
function worded(name: 'posture' | 'arm'): ReadingCondition {
  const said = ({ [name]: word }: PhysicalMeasurement) =>
    word === null ? undefined : (textIfKnown(`measurement.${name}.${word}`) ?? word);
  return { label: `measurement.${name}`, short: said, full: said };
}

/** The conditions of a blood pressure reading: lying, standing or repeated readings differ. */
const TOLD_OF_PRESSURE: readonly ReadingCondition[] = [
  worded('posture'),
  worded('arm'),
  {
    label: 'measurement.readingNumber',
    short: ({ readingNumber }) =>
      readingNumber === null ? undefined : formatNumber(readingNumber),
    full: ({ readingNumber }) =>
      readingNumber === null
        ? undefined
        : text('measurement.reading', { number: formatNumber(readingNumber) }),
  },
];

/** Returns the conditions that at least one reading has: most readings have none recorded. */
function toldOf(
  { name }: Indicator,
  measured: readonly PhysicalMeasurement[],
): readonly ReadingCondition[] {
  if (name !== 'bloodPressure') return [];
  return TOLD_OF_PRESSURE.filter(({ short }) => measured.some((one) => short(one) !== undefined));
}

interface IndicatorChartProps {
  indicator: Indicator;
  /** Newest first. */
  measurements: readonly PhysicalMeasurement[];
  days: TimeChart['days'];
}

export function IndicatorChart({ indicator, measurements, days }: IndicatorChartProps) {
  const t = useText();
  const { grade, decimals, parts } = indicator;
  const measured = useMemo(
    () => measurements.filter((measurement) => isMeasured(indicator, measurement)),
    [indicator, measurements],
  );
  const { first, last } = days;
  const limits = useMemo(
    () => (indicator.name === 'bloodPressure' ? pressureLimits(measured) : undefined),
    [indicator, measured],
  );
  const chart = useMemo(
    () => chartOf(indicator, measured, limits, { first, last }),
    [indicator, measured, limits, first, last],
  );
  if (measured.length === 0) return null;
  const told = toldOf(indicator, measured);
  return (
    <ChartCard
      title={t(indicator.label)}
      unit={indicator.unit}
      chart={chart}
      columns={[
        ...parts.map(({ label }) => t(label)),
        ...(grade ? [t('ownMeasurement.grade')] : []),
        ...told.map(({ label }) => t(label)),
      ]}
      rows={measured.map((measurement) => ({
        at: measurement.measuredAt,
        cells: [
          ...parts.map((part) => {
            const value = part.of(measurement);
            return value === null ? NOTHING : formatNumber(value, decimals);
          }),
          ...(grade
            ? [<GradeCell key="grade" indicator={indicator} measurement={measurement} />]
            : []),
          ...told.map(({ short }) => short(measurement) ?? NOTHING),
        ],
      }))}
    >
      {limits && (
        <Text size="sm" c="dimmed" mt={6}>
          {t('ownMeasurement.pressureNotice', {
            normal: asPressure(limits.systolic.raised, limits.diastolic.raised),
            high: asPressure(limits.systolic.high, limits.diastolic.high),
          })}
        </Text>
      )}
    </ChartCard>
  );
}

function asPressure(systolic: number, diastolic: number): string {
  return leftToRight(`${formatNumber(systolic)}/${formatNumber(diastolic)}`);
}

function GradeCell({
  indicator,
  measurement,
}: {
  indicator: Indicator;
  measurement: PhysicalMeasurement;
}) {
  const t = useText();
  const grade = indicator.grade?.of(measurement) ?? null;
  if (indicator.grade && grade !== null)
    return <GradeBadge scale={indicator.grade.scale} grade={grade} />;
  const atHome = indicator.name === 'bloodPressure' && measurement.setting === 'HOME';
  return atHome ? t('ownMeasurement.atHome') : NOTHING;
}

function chartOf(
  indicator: Indicator,
  measured: readonly PhysicalMeasurement[],
  limits: PressureLimits | undefined,
  days: TimeChart['days'],
): TimeChart {
  const { grade } = indicator;
  // Lines run from oldest to newest.
  const inOrder = measured.toReversed();
  const told = toldOf(indicator, measured);
  return {
    series: indicator.parts.map((part, index) => ({
      name: text(part.label),
      look: LOOKS[index] ?? 'first',
      points: inOrder.flatMap((measurement) => {
        const value = part.of(measurement);
        if (value === null) return [];
        const word = index === 0 ? (grade?.of(measurement) ?? null) : null;
        return [
          {
            at: measurement.measuredAt,
            value,
            note: grade && word !== null ? gradeName(grade.scale, word) : undefined,
            // Only once for both of its values.
            taken: index === 0 ? told.flatMap(({ full }) => full(measurement) ?? []) : undefined,
          },
        ];
      }),
    })),
    unit: indicator.unit,
    decimals: indicator.decimals,
    bands: gradeBands(indicator, measured),
    thresholds: limits ? pressureThresholds(limits) : [],
    days,
    leastSpan: indicator.leastSpan,
  };
}
