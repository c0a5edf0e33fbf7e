// The fields of a heart rate: beats per minute, the context, and the grade at rest.
import type { Answer } from '~/domain/client';
import { choiceKind } from '~/kernel/field/choice-kind';
import { numberKind } from '~/kernel/field/number-kind';
import { gradeKind } from '~/kernel/grade/grade-kind';
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

export type HeartRate = Answer<'GetHeartRateMeasurement'>;
export type HeartRateField = FieldOf<'HeartRateMeasurement'>;

const contextKind = choiceKind({
  words: ['REST', 'AFTER_EXERCISE'],
  prefix: 'heartRate.context',
  multiple: true,
});

export const VALUES: HeartRateField[] = [
  {
    name: 'rate',
    label: 'heartRate.rate',
    kind: numberKind({ unit: 'unit.beatsPerMinute' }),
    column: { width: 100 },
    form: 'always',
  },
  {
    name: 'context',
    label: 'heartRate.context',
    kind: contextKind,
    column: { width: 100 },
    filter: ['contexts'],
    seldom: true,
    form: 'always',
  },
  {
    name: 'grade',
    label: 'heartRate.grade',
    kind: gradeKind('heartRate'),
    column: { width: 100 },
    filter: ['grades'],
    seldom: true,
  },
  TO_CHECK,
  URGENT,
  TRIAL,
];

export const ALL_FIELDS: HeartRateField[] = [
  MEMBER,
  ...WHO,
  MEASURED_AT,
  ...VALUES,
  COMPANY,
  ...AGE_AND_SEX,
  SERVICES,
  ...ORIGIN,
];
