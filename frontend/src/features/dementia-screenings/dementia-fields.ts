// The fields of a dementia screening: the instrument, its parts or total, and the result.
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
  WHO,
} from '~/kernel/measurement/common-fields';
import type { FieldOf } from '~/kernel/resource/resource';
import { answersKind } from './answers-kind';
import { instrumentOf, MAX_SCORES, POINTS, type Instrument } from './instruments';
import { pointsKind } from './points-kind';

export type DementiaScreening = Answer<'GetDementiaScreening'>;
export type DementiaField = FieldOf<'DementiaScreening'>;

const instrumentKind = choiceKind({
  words: Object.keys(MAX_SCORES),
  prefix: 'dementia.instrument',
  multiple: true,
});
const informantKind = choiceKind({
  words: ['ONESELF', 'SPOUSE', 'CHILD', 'CHILD_IN_LAW', 'OTHER_RELATIVE', 'CAREGIVER', 'OTHER'],
  prefix: 'dementia.informant',
});

type Entered = Partial<Record<string, unknown>>;

const isBy =
  (...instruments: Instrument[]) =>
  (values: Entered) =>
    instruments.some((instrument) => instrument === values.instrument);

/** A total is entered only if there are no parts to add up. */
function hasNoParts(values: Entered): boolean {
  const instrument = instrumentOf(values.instrument);
  if (instrument === undefined || instrument === 'MMSE_KC') return true;
  if (instrument === 'CIST') return POINTS.every(({ name }) => typeof values[name] !== 'number');
  return !Array.isArray(values.answers) || values.answers.length === 0;
}

const INSTRUMENT: DementiaField = {
  name: 'instrument',
  label: 'dementia.instrument',
  kind: instrumentKind,
  column: { width: 92 },
  filter: ['instruments'],
  seldom: true,
  form: 'always',
};

/** The result of the screening. */
export const RESULT: DementiaField[] = [
  {
    name: 'score',
    label: 'dementia.score',
    kind: numberKind(),
    column: { width: 70 },
  },
  {
    name: 'outcome',
    label: 'dementia.outcomeNoDiagnosis',
    kind: gradeKind('screening'),
    column: { width: 150 },
    filter: ['outcomes'],
    seldom: true,
  },
];

/** The person screened, and the informant. */
export const ABOUT: DementiaField[] = [
  {
    name: 'educationYears',
    label: 'dementia.educationYears',
    kind: numberKind(),
    column: { width: 92 },
    form: 'always',
  },
  {
    name: 'informant',
    label: 'dementia.informant',
    kind: informantKind,
    column: { width: 100, optional: true },
    form: 'always',
  },
];

export const PARTS: DementiaField[] = [
  ...POINTS.map(({ name, label, most }): DementiaField => ({
    name,
    label,
    kind: pointsKind(most),
    column: { width: 84, optional: true },
    form: 'always',
    onlyIf: isBy('CIST'),
  })),
  {
    name: 'answers',
    label: 'dementia.answers',
    kind: answersKind,
    form: 'always',
    onlyIf: isBy('KDSQ_C', 'KDSQ_P'),
  },
  {
    name: 'total',
    label: 'dementia.total',
    kind: pointsKind(),
    form: 'always',
    onlyIf: hasNoParts,
    hidden: true,
  },
];

export const CUT: DementiaField = {
  name: 'cut',
  label: 'dementia.cut',
  kind: numberKind(),
  column: { width: 76, optional: true },
};

export const ALL_FIELDS: DementiaField[] = [
  MEMBER,
  ...WHO,
  MEASURED_AT,
  INSTRUMENT,
  ...RESULT,
  CUT,
  ...ABOUT,
  ...PARTS,
  COMPANY,
  ...AGE_AND_SEX,
  SERVICES,
  TO_CHECK,
  TRIAL,
  ...ORIGIN,
];

/** For a single member: without the fields that identify the member. */
export const OWN_FIELDS: DementiaField[] = [
  MEASURED_AT,
  INSTRUMENT,
  ...RESULT,
  CUT,
  ...ABOUT,
  ...AGE_AND_SEX.slice(1),
];
