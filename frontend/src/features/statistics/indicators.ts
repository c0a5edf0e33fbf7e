// What the indicators of statistics are called, how they are written, and by which scale they are graded.
import type { Answer } from '~/domain/client';
import { textIfKnown } from '~/kernel/i18n/i18n';

export type Indicator = Answer<'GetIndicatorAverages'>['rows'][number]['indicator'];
export type GradedIndicator = Answer<'GetAttentionStatistics'>['rows'][number]['indicator'];

/** Those that a text of their own names. */
const NAMES: Partial<Record<Indicator | GradedIndicator, string>> = {
  BMI: 'measurement.bmi',
  BLOOD_PRESSURE: 'measurement.pressure',
  SYSTOLIC_PRESSURE: 'measurement.systolic',
  DIASTOLIC_PRESSURE: 'measurement.diastolic',
  BODY_FAT: 'measurement.bodyFat',
  COGNITION: 'alerts.indicator.COGNITION',
};

const UNITS: Partial<Record<Indicator, string>> = {
  SYSTOLIC_PRESSURE: 'unit.millimetreOfMercury',
  DIASTOLIC_PRESSURE: 'unit.millimetreOfMercury',
  BODY_FAT: 'unit.percent',
  HEART_RATE: 'unit.beatsPerMinute',
};

/** Those whose values are told in tenths; of the others quartiles are whole. */
const IN_TENTHS: readonly Indicator[] = ['BMI', 'BODY_FAT'];

export function indicatorName(indicator: Indicator | GradedIndicator): string {
  return textIfKnown(NAMES[indicator] ?? `indicator.${indicator}`) ?? indicator;
}

/** With its unit, such as "수축기 혈압 (mmHg)". */
export function indicatorWithUnit(indicator: Indicator): string {
  const unit = UNITS[indicator];
  const written = unit === undefined ? undefined : textIfKnown(unit, { value: '' })?.trim();
  const name = indicatorName(indicator);
  return written === undefined ? name : `${name} (${written})`;
}

export function decimalsOf(indicator: Indicator): number {
  return IN_TENTHS.includes(indicator) ? 1 : 0;
}
