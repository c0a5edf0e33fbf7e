// Names, formats and scales of the indicators in statistics.
import type { Answer } from '~/domain/client';
import { scoreName } from '~/kernel/grade/score-name';
import { text, textIfKnown } from '~/kernel/i18n/i18n';

export type Indicator = Answer<'GetIndicatorAverages'>['rows'][number]['indicator'];
export type GradedIndicator = Answer<'GetAttentionStatistics'>['rows'][number]['indicator'];

/** Indicators whose name has another text key. */
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

/** Indicators with a resolution of one tenth. The quartiles of the others are whole numbers. */
const IN_TENTHS: readonly Indicator[] = ['BMI', 'BODY_FAT'];

export function indicatorName(indicator: Indicator | GradedIndicator): string {
  return textIfKnown(NAMES[indicator] ?? `indicator.${indicator}`) ?? indicator;
}

/** Returns the name of an indicator's values. */
export function valueName(indicator: Indicator): string {
  const says = indicator === 'LETHARGY' ? 'stress.activationScore' : undefined;
  return scoreName(indicatorName(indicator), says);
}

/** Adds the unit, as in "수축기 혈압(mmHg)". */
export function indicatorWithUnit(indicator: Indicator): string {
  const unit = UNITS[indicator];
  const written = unit === undefined ? undefined : textIfKnown(unit, { value: '' })?.trim();
  const name = valueName(indicator);
  return written === undefined ? name : text('statistics.withUnit', { name, unit: written });
}

export function decimalsOf(indicator: Indicator): number {
  return IN_TENTHS.includes(indicator) ? 1 : 0;
}
