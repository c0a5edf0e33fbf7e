// The indicators of a physical measurement, each with its values, grade and format.
import type { Answer } from '~/domain/client';
import type { GradeScale } from '~/kernel/grade/grade-scales';
import type { MessageKey } from '~/kernel/i18n/i18n';
import type { Unit } from '~/kernel/i18n/units';

/** Also the type of a member's own measurements. */
export type PhysicalMeasurement = Answer<'ListPhysicalMeasurements'>['data'][number];

export interface IndicatorPart {
  label: MessageKey;
  of: (measurement: PhysicalMeasurement) => number | null;
}

export interface Indicator {
  name: 'weight' | 'bmi' | 'bloodPressure' | 'bodyFat' | 'pulse';
  label: MessageKey;
  /** For narrow places. */
  shortLabel?: MessageKey;
  /** Absent for a ratio. */
  unit?: Unit;
  decimals: number;
  /** A blood pressure has two values, every other indicator one. */
  parts: readonly IndicatorPart[];
  grade?: { scale: GradeScale; of: (measurement: PhysicalMeasurement) => string | null };
  /** The minimum range of its chart. */
  leastSpan: number;
}

export const INDICATORS: readonly Indicator[] = [
  {
    name: 'weight',
    label: 'measurement.weight',
    unit: 'unit.kilogram',
    decimals: 1,
    parts: [{ label: 'measurement.weight', of: ({ weightKg }) => weightKg }],
    leastSpan: 8,
  },
  {
    name: 'bmi',
    label: 'ownMeasurement.bmi',
    shortLabel: 'measurement.bmi',
    decimals: 1,
    parts: [{ label: 'measurement.bmi', of: ({ bmi }) => bmi }],
    grade: { scale: 'bmi', of: ({ bmiGrade }) => bmiGrade },
    leastSpan: 8,
  },
  {
    name: 'bloodPressure',
    label: 'measurement.pressure',
    unit: 'unit.millimetreOfMercury',
    decimals: 0,
    parts: [
      { label: 'ownMeasurement.systolic', of: ({ systolic }) => systolic },
      { label: 'ownMeasurement.diastolic', of: ({ diastolic }) => diastolic },
    ],
    grade: { scale: 'bloodPressure', of: ({ bloodPressureGrade }) => bloodPressureGrade },
    leastSpan: 90,
  },
  {
    name: 'bodyFat',
    label: 'measurement.bodyFat',
    unit: 'unit.percent',
    decimals: 1,
    parts: [{ label: 'measurement.bodyFat', of: ({ bodyFatPercent }) => bodyFatPercent }],
    grade: { scale: 'bodyFat', of: ({ bodyFatGrade }) => bodyFatGrade },
    leastSpan: 14,
  },
  {
    name: 'pulse',
    label: 'measurement.pulse',
    unit: 'unit.beatsPerMinute',
    decimals: 0,
    parts: [{ label: 'measurement.pulse', of: ({ pulse }) => pulse }],
    leastSpan: 40,
  },
];

export function isMeasured({ parts }: Indicator, measurement: PhysicalMeasurement): boolean {
  return parts.some((part) => part.of(measurement) !== null);
}

export interface Latest {
  measurement: PhysicalMeasurement;
  /** The previous measurement with this value, if any. */
  previous: PhysicalMeasurement | undefined;
}

/**
 * Returns the newest measurement with this value and the previous one. Measurements are sorted
 * newest first.
 */
export function latestOf(
  indicator: Indicator,
  measurements: readonly PhysicalMeasurement[],
): Latest | undefined {
  const [measurement, previous] = measurements.filter((one) => isMeasured(indicator, one));
  return measurement && { measurement, previous };
}

/** Returns the change of a value, in the decimals shown. Null if one of the two is missing. */
export function changeOf(part: IndicatorPart, decimals: number, latest: Latest): number | null {
  const now = part.of(latest.measurement);
  const before = latest.previous ? part.of(latest.previous) : null;
  if (now === null || before === null) return null;
  // Subtracts the rounded values, so that the figures shown add up.
  const shown = (value: number) => Math.round(value * 10 ** decimals);
  return (shown(now) - shown(before)) / 10 ** decimals;
}
