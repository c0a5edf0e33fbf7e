// What a physical measurement says about a body, each with its values, its grade and how it is written.
import type { Answer } from '~/domain/client';
import type { GradeScale } from '~/kernel/grade/grade-scales';
import type { MessageKey } from '~/kernel/i18n/i18n';
import type { Unit } from '~/kernel/i18n/units';

/** Also what members are told of their own is such a measurement. */
export type PhysicalMeasurement = Answer<'ListPhysicalMeasurements'>['data'][number];

export interface IndicatorPart {
  label: MessageKey;
  of: (measurement: PhysicalMeasurement) => number | null;
}

export interface Indicator {
  name: 'weight' | 'bmi' | 'bloodPressure' | 'bodyFat' | 'pulse';
  label: MessageKey;
  /** Where there is little room. */
  shortLabel?: MessageKey;
  /** Nothing for a ratio. */
  unit?: Unit;
  decimals: number;
  /** A blood pressure has two values, everything else one. */
  parts: readonly IndicatorPart[];
  grade?: { scale: GradeScale; of: (measurement: PhysicalMeasurement) => string | null };
  /** How many units its chart spans at least. */
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
  /** The one before it that has the same value, if there is one. */
  previous: PhysicalMeasurement | undefined;
}

/** The newest measurement with this value, and the one before; measurements come the newest first. */
export function latestOf(
  indicator: Indicator,
  measurements: readonly PhysicalMeasurement[],
): Latest | undefined {
  const [measurement, previous] = measurements.filter((one) => isMeasured(indicator, one));
  return measurement && { measurement, previous };
}

/** How much a value has changed, to the decimals in which it is shown; null where one is missing. */
export function changeOf(part: IndicatorPart, decimals: number, latest: Latest): number | null {
  const now = part.of(latest.measurement);
  const before = latest.previous ? part.of(latest.previous) : null;
  if (now === null || before === null) return null;
  // What the reader sees must add up, so what is shown is subtracted, not what is stored.
  const shown = (value: number) => Math.round(value * 10 ** decimals);
  return (shown(now) - shown(before)) / 10 ** decimals;
}
