// The fields of a physical measurement: values, the grades that the rules gave, and the rules.
import type { Answer } from '~/domain/client';
import { choiceKind } from '~/kernel/field/choice-kind';
import { companyKind } from '~/kernel/field/company-kind';
import { dateTimeKind } from '~/kernel/field/date-kind';
import type { Kind } from '~/kernel/field/kind';
import { momentKind } from '~/kernel/field/moment-kind';
import { NOTHING } from '~/kernel/field/nothing';
import { numberKind } from '~/kernel/field/number-kind';
import { servicesKind } from '~/kernel/field/services-kind';
import { textKind } from '~/kernel/field/text-kind';
import type { FieldOf } from '~/kernel/resource/resource';
import {
  bloodPressureClassKind,
  bloodPressureGradeKind,
  bmiGradeKind,
  bodyFatGradeKind,
  findingKind,
} from './grade';

export type Measurement = Answer<'GetPhysicalMeasurement'>;
export type MeasurementField = FieldOf<'PhysicalMeasurement'>;

const DECADES = ['0', '10', '20', '30', '40', '50', '60', '70', '80', '90'];

const sexKind = choiceKind({ words: ['MALE', 'FEMALE'], prefix: 'sex' });
const settingKind = choiceKind({ words: ['CLINIC', 'HOME'], prefix: 'measurement.setting' });
const ruleSetKind = choiceKind({ words: ['physical-kr'], prefix: 'ruleSet' });
const decadeKind = choiceKind({ words: DECADES, prefix: 'decade', multiple: true, numeric: true });

/** Both pressures as people write them. */
const pressureKind: Kind = {
  show: (value) => (typeof value === 'string' ? value : NOTHING),
  empty: null,
  align: 'end',
};

function pressureOf({ systolic, diastolic }: Measurement): string | null {
  if (systolic === null && diastolic === null) return null;
  return `${String(systolic ?? NOTHING)}/${String(diastolic ?? NOTHING)}`;
}

export const MEASURED_AT: MeasurementField = {
  name: 'measuredAt',
  label: 'measurement.measuredAt',
  kind: momentKind,
  form: 'always',
  column: { width: 138, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
  filter: ['startMeasuredAt', 'endMeasuredAt'],
};

const WHO: MeasurementField[] = [
  {
    name: 'memberName',
    label: 'member.name',
    kind: textKind,
    column: { width: 92 },
    filter: ['memberName'],
  },
  {
    name: 'memberNo',
    label: 'member.number',
    kind: textKind,
    column: { width: 96 },
    filter: ['memberNo'],
    form: 'create',
    required: true,
  },
];

const COMPANY: MeasurementField = {
  name: 'companyId',
  label: 'member.company',
  kind: companyKind(),
  value: (measurement) => measurement.companyName,
  column: { width: 124 },
  filter: ['companyId'],
  form: 'create',
};

/** Of the company: its services are what measurements are counted by. */
const SERVICES: MeasurementField = {
  name: 'serviceIds',
  label: 'company.services',
  kind: servicesKind,
  filter: ['serviceIds'],
  hidden: true,
};

export const AGE_AND_SEX: MeasurementField[] = [
  { name: 'sex', label: 'member.sex', kind: sexKind, column: { width: 56 }, filter: ['sex'] },
  { name: 'age', label: 'measurement.age', kind: numberKind(), column: { width: 58 } },
  {
    name: 'ageDecades',
    label: 'measurement.decade',
    kind: decadeKind,
    filter: ['ageDecades'],
    hidden: true,
  },
];

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
  },
];

export const PRESSURE: MeasurementField[] = [
  {
    name: 'systolic',
    label: 'measurement.systolic',
    kind: numberKind({ unit: 'unit.millimetreOfMercury' }),
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
    name: 'setting',
    label: 'measurement.setting',
    kind: settingKind,
    form: 'always',
    column: { width: 90, optional: true },
  },
];

export const RULES: MeasurementField[] = [
  { name: 'ruleSet', label: 'measurement.ruleSet', kind: ruleSetKind },
  { name: 'ruleVersion', label: 'measurement.ruleVersion', kind: numberKind() },
  { name: 'receivedAt', label: 'measurement.receivedAt', kind: dateTimeKind },
];

/** Grades come before what is known about the person anyway: they show on every desktop, in every language. */
export const ALL_FIELDS = [
  ...WHO,
  MEASURED_AT,
  ...BODY,
  ...PRESSURE,
  ...AGE_AND_SEX,
  COMPANY,
  SERVICES,
  ...RULES,
];
/** Name of the rules of the filters in the shared core. */
export const FILTER_FORM = 'PhysicalMeasurementFilter';
