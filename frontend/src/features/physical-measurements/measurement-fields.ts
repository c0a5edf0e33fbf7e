// The fields of a physical measurement: values, grades and the rules behind them.
import type { Answer } from '~/domain/client';
import { choiceKind } from '~/kernel/field/choice-kind';
import type { Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { numberKind } from '~/kernel/field/number-kind';
import {
  AGE_AND_SEX,
  COMPANY,
  MEASURED_AT,
  MEMBER,
  ORIGIN,
  SERVICES,
  TO_CHECK,
  TRIAL,
  URGENT,
  WHO,
} from '~/kernel/measurement/common-fields';
import type { FieldOf } from '~/kernel/resource/resource';
import {
  bloodPressureClassKind,
  bloodPressureGradeKind,
  bmiGradeKind,
  bodyFatGradeKind,
  findingKind,
} from './grade';
import { systolicKind } from './systolic-kind';

export type Measurement = Answer<'GetPhysicalMeasurement'>;
export type MeasurementField = FieldOf<'PhysicalMeasurement'>;

const settingKind = choiceKind({ words: ['CLINIC', 'HOME'], prefix: 'measurement.setting' });
const armKind = choiceKind({ words: ['LEFT', 'RIGHT'], prefix: 'measurement.arm' });
const postureKind = choiceKind({
  words: ['SITTING', 'LYING', 'STANDING'],
  prefix: 'measurement.posture',
});
const ruleSetKind = choiceKind({ words: ['physical-kr'], prefix: 'ruleSet' });

/** Both pressures in the usual notation. */
const pressureKind: Kind = {
  show: (value) => (typeof value === 'string' ? value : NOTHING),
  empty: null,
  align: 'end',
};

function pressureOf({ systolic, diastolic }: Measurement): string | null {
  if (systolic === null && diastolic === null) return null;
  return `${String(systolic ?? NOTHING)}/${String(diastolic ?? NOTHING)}`;
}

/** The conditions of a pressure apply only if there is a pressure. */
function hasPressure({ systolic }: Partial<Record<string, unknown>>): boolean {
  return typeof systolic === 'number';
}

export const BODY: MeasurementField[] = [
  {
    name: 'heightCm',
    label: 'measurement.height',
    kind: numberKind({ unit: 'unit.centimetre', decimals: 1 }),
    form: 'always',
    column: { width: 100, optional: true },
  },
  {
    name: 'weightKg',
    label: 'measurement.weight',
    kind: numberKind({ unit: 'unit.kilogram', decimals: 1 }),
    form: 'always',
    column: { width: 100, optional: true },
  },
  {
    name: 'bmi',
    label: 'measurement.bmi',
    kind: numberKind({ decimals: 1 }),
    column: { width: 56 },
  },
  {
    name: 'bmiGrade',
    label: 'measurement.bmiGrade',
    kind: bmiGradeKind,
    column: { width: 90 },
    filter: ['bmiGrades'],
    seldom: true,
  },
  { name: 'obesityClass3', label: 'measurement.obesityClass3', kind: findingKind },
  {
    name: 'bodyFatPercent',
    label: 'measurement.bodyFat',
    kind: numberKind({ unit: 'unit.percent', decimals: 1 }),
    form: 'always',
    column: { width: 90, optional: true },
  },
  {
    name: 'bodyFatGrade',
    label: 'measurement.bodyFatGrade',
    kind: bodyFatGradeKind,
    column: { width: 90 },
    filter: ['bodyFatGrades'],
    seldom: true,
  },
];

export const PRESSURE: MeasurementField[] = [
  // First, so that both pressures share a line of the form.
  {
    name: 'setting',
    label: 'measurement.setting',
    kind: settingKind,
    form: 'always',
    column: { width: 90, optional: true },
  },
  {
    name: 'systolic',
    label: 'measurement.systolic',
    kind: systolicKind,
    form: 'always',
    hidden: true,
  },
  {
    name: 'diastolic',
    label: 'measurement.diastolic',
    kind: numberKind({ unit: 'unit.millimetreOfMercury' }),
    form: 'always',
    hidden: true,
  },
  {
    name: 'pressure',
    label: 'measurement.pressureValue',
    kind: pressureKind,
    value: pressureOf,
    column: { width: 84 },
  },
  {
    name: 'bloodPressureGrade',
    label: 'measurement.pressureGrade',
    kind: bloodPressureGradeKind,
    column: { width: 90 },
    filter: ['bloodPressureGrades'],
    seldom: true,
  },
  { name: 'bloodPressureClass', label: 'measurement.pressureClass', kind: bloodPressureClassKind },
  { name: 'isolatedSystolic', label: 'measurement.isolatedSystolic', kind: findingKind },
  {
    name: 'pulse',
    label: 'measurement.pulse',
    kind: numberKind({ unit: 'unit.beatsPerMinute' }),
    form: 'always',
    column: { width: 90, optional: true },
  },
  {
    name: 'arm',
    label: 'measurement.arm',
    kind: armKind,
    form: 'always',
    onlyIf: hasPressure,
    column: { width: 90, optional: true },
  },
  {
    name: 'posture',
    label: 'measurement.posture',
    kind: postureKind,
    form: 'always',
    onlyIf: hasPressure,
    column: { width: 90, optional: true },
  },
  {
    name: 'readingNumber',
    label: 'measurement.readingNumber',
    kind: numberKind(),
    form: 'always',
    onlyIf: hasPressure,
    column: { width: 90, optional: true },
  },
];

export const RULES: MeasurementField[] = [
  { name: 'ruleSet', label: 'measurement.ruleSet', kind: ruleSetKind },
  ...ORIGIN,
];

/**
 * Grades come before data known about the person, so that they are visible on every desktop in
 * every language.
 */
export const ALL_FIELDS: MeasurementField[] = [
  MEMBER,
  ...WHO,
  MEASURED_AT,
  ...BODY,
  ...PRESSURE,
  COMPANY,
  ...AGE_AND_SEX,
  SERVICES,
  TO_CHECK,
  URGENT,
  TRIAL,
  ...RULES,
];
