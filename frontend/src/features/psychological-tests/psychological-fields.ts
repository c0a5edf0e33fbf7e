// The fields of a psychological test: instrument, result, score and grade.
import type { Answer } from '~/domain/client';
import { choiceKind } from '~/kernel/field/choice-kind';
import { numberKind } from '~/kernel/field/number-kind';
import { textKind } from '~/kernel/field/text-kind';
import { gradeKind } from '~/kernel/grade/grade-kind';
import {
  AGE_AND_SEX,
  COMPANY,
  MEASURED_AT,
  MEMBER,
  ORIGIN,
  SERVICES,
  TRIAL,
  WHO,
} from '~/kernel/measurement/common-fields';
import { className, indicatorName } from '~/kernel/measurement/instruments';
import type { FieldOf } from '~/kernel/resource/resource';
import { RANGES } from './instruments';
import { resultKind } from './result-kind';

export type PsychologicalTest = Answer<'GetPsychologicalTest'>;
export type PsychologicalField = FieldOf<'PsychologicalTest'>;

const instrumentKind = choiceKind({
  words: Object.keys(RANGES),
  label: indicatorName,
  multiple: true,
});

export const VALUES: PsychologicalField[] = [
  {
    name: 'instrument',
    label: 'psychological.instrument',
    kind: instrumentKind,
    column: { width: 110 },
    filter: ['instruments'],
    seldom: true,
    form: 'always',
  },
  {
    name: 'result',
    label: 'psychological.result',
    kind: resultKind,
    column: { width: 80 },
    form: 'always',
  },
  {
    name: 'score',
    label: 'psychological.score',
    kind: numberKind({ decimals: 1 }),
    column: { width: 104 },
  },
  {
    name: 'grade',
    label: 'psychological.grade',
    kind: gradeKind('health'),
    column: { width: 100 },
    filter: ['grades'],
    seldom: true,
  },
  {
    name: 'class',
    label: 'psychological.class',
    kind: textKind,
    value: ({ instrument, class: word }) =>
      word === null || word === undefined ? null : (className(instrument, word) ?? word),
    column: { width: 110 },
  },
  TRIAL,
];

export const ALL_FIELDS: PsychologicalField[] = [
  MEMBER,
  ...WHO,
  MEASURED_AT,
  ...VALUES,
  COMPANY,
  ...AGE_AND_SEX,
  SERVICES,
  ...ORIGIN,
];
