// The fields of a stress measurement: grades and scores, the device's values and computed ones, and
// questionnaires. The preceding survey is in pre-survey.ts.
import type { Answer } from '~/domain/client';
import { choiceKind, eitherKind, flagKind } from '~/kernel/field/choice-kind';
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
import { PRE_SURVEY } from '~/kernel/measurement/pre-survey';
import type { MessageKey } from '~/kernel/i18n/i18n';
import type { FieldOf } from '~/kernel/resource/resource';
import { answersKind, longSeriesKind } from './series-kind';

export type StressMeasurement = Answer<'GetStressMeasurement'>;
export type StressField = FieldOf<'StressMeasurement'>;

const healthKind = gradeKind('health');
const scoreKind = numberKind({ decimals: 1 });
const millisecondKind = numberKind({ unit: 'unit.millisecond', decimals: 1 });
const powerKind = numberKind({ unit: 'unit.squareMillisecond', decimals: 1 });
const percentKind = numberKind({ unit: 'unit.percent', decimals: 1 });
const rateKind = numberKind({ unit: 'unit.beatsPerMinute', decimals: 1 });
/** Published cutoffs of means have two decimals. */
const meanKind = numberKind({ decimals: 2 });

const instrumentKind = choiceKind({
  words: [
    'STRESS_INDEX',
    'PSS_10',
    'BEPSI_K',
    'CBI_PERSONAL',
    'CBI_WORK',
    'CBI_CLIENT',
    'CBI',
    'BAT_12',
  ],
  prefix: 'indicator',
});
const ON_ASKING = { width: 100, optional: true } as const;

export const GRADES: StressField[] = [
  {
    name: 'stressGrade',
    label: 'stress.stressGrade',
    kind: healthKind,
    column: { width: 96 },
    filter: ['stressGrades'],
    seldom: true,
  },
  {
    name: 'stressScore',
    label: 'stress.stressScore',
    kind: scoreKind,
    column: { width: 84 },
  },
  {
    name: 'stressInstrument',
    label: 'stress.stressInstrument',
    kind: instrumentKind,
    column: ON_ASKING,
  },
  {
    name: 'anxietyGrade',
    label: 'stress.anxietyGrade',
    kind: healthKind,
    column: { width: 96 },
    filter: ['anxietyGrades'],
    seldom: true,
  },
  { name: 'anxietyScore', label: 'stress.anxietyScore', kind: scoreKind, column: ON_ASKING },
  {
    name: 'burnoutGrade',
    label: 'stress.burnoutGrade',
    kind: healthKind,
    column: { width: 96 },
    filter: ['burnoutGrades'],
    seldom: true,
  },
  { name: 'burnoutScore', label: 'stress.burnoutScore', kind: scoreKind, column: ON_ASKING },
  {
    name: 'burnoutInstrument',
    label: 'stress.burnoutInstrument',
    kind: instrumentKind,
    column: ON_ASKING,
  },
  {
    name: 'lethargyGrade',
    label: 'stress.lethargyGrade',
    kind: gradeKind('lethargy'),
    column: { width: 96 },
    filter: ['lethargyGrades'],
    seldom: true,
  },
  {
    name: 'resultsDisagree',
    label: 'stress.resultsDisagree',
    kind: { ...eitherKind('field.yes', 'field.no'), ...flagKind },
    value: ({ resultsDisagree }) => resultsDisagree,
    column: { width: 96, optional: true },
    filter: ['resultsDisagree'],
    seldom: true,
  },
];

/** The device's values. */
const DEVICE: StressField[] = [
  {
    name: 'heartRate',
    label: 'stress.heartRate',
    kind: rateKind,
    column: ON_ASKING,
    form: 'always',
  },
  {
    name: 'durationSeconds',
    label: 'stress.durationSeconds',
    kind: numberKind({ unit: 'unit.second' }),
    column: ON_ASKING,
    form: 'always',
  },
  { name: 'nnIntervals', label: 'stress.nnIntervals', kind: longSeriesKind, form: 'always' },
  {
    name: 'artifactPercent',
    label: 'stress.artifactPercent',
    kind: percentKind,
    column: ON_ASKING,
    form: 'always',
  },
  { name: 'sdnn', label: 'stress.sdnn', kind: millisecondKind, column: ON_ASKING, form: 'always' },
  {
    name: 'rmssd',
    label: 'stress.rmssd',
    kind: millisecondKind,
    column: ON_ASKING,
    form: 'always',
  },
  { name: 'pnn50', label: 'stress.pnn50', kind: percentKind, column: ON_ASKING, form: 'always' },
  { name: 'tp', label: 'stress.tp', kind: powerKind, column: ON_ASKING, form: 'always' },
  { name: 'lf', label: 'stress.lf', kind: powerKind, column: ON_ASKING, form: 'always' },
  { name: 'hf', label: 'stress.hf', kind: powerKind, column: ON_ASKING, form: 'always' },
  {
    name: 'stressIndex',
    label: 'stress.stressIndex',
    kind: scoreKind,
    column: ON_ASKING,
    form: 'always',
  },
];

/** Values computed from the intervals. */
const COMPUTED: StressField[] = [
  {
    name: 'computedIntervals',
    label: 'stress.computedIntervals',
    kind: numberKind(),
    value: ({ computed }) => computed?.intervals,
    column: ON_ASKING,
  },
  {
    name: 'computedMeanNn',
    label: 'stress.computedMeanNn',
    kind: millisecondKind,
    value: ({ computed }) => computed?.meanNn,
    column: ON_ASKING,
  },
  {
    name: 'computedHeartRate',
    label: 'stress.computedHeartRate',
    kind: rateKind,
    value: ({ computed }) => computed?.heartRate,
    column: ON_ASKING,
  },
  {
    name: 'computedSdnn',
    label: 'stress.computedSdnn',
    kind: millisecondKind,
    value: ({ computed }) => computed?.sdnn,
    column: ON_ASKING,
  },
  {
    name: 'computedRmssd',
    label: 'stress.computedRmssd',
    kind: millisecondKind,
    value: ({ computed }) => computed?.rmssd,
    column: ON_ASKING,
  },
  {
    name: 'computedPnn50',
    label: 'stress.computedPnn50',
    kind: percentKind,
    value: ({ computed }) => computed?.pnn50,
    column: ON_ASKING,
  },
  {
    name: 'computedStressIndex',
    label: 'stress.computedStressIndex',
    kind: scoreKind,
    value: ({ computed }) => computed?.stressIndex,
    column: ON_ASKING,
  },
];

/** The conditions of the recording. */
export const HOW: StressField[] = [...DEVICE, ...COMPUTED].filter(({ name }) =>
  ['durationSeconds', 'artifactPercent', 'computedIntervals'].includes(name),
);

export const QUESTIONNAIRES: StressField[] = [
  { name: 'pss10Total', label: 'stress.pss10Total', kind: numberKind(), form: 'always' },
  { name: 'bepsiKItems', label: 'stress.bepsiKItems', kind: answersKind, form: 'always' },
  { name: 'bepsiKMean', label: 'stress.bepsiKMean', kind: meanKind, form: 'always' },
  { name: 'gad7Total', label: 'stress.gad7Total', kind: numberKind(), form: 'always' },
  { name: 'cbiPersonal', label: 'stress.cbiPersonal', kind: scoreKind, form: 'always' },
  { name: 'cbiWork', label: 'stress.cbiWork', kind: scoreKind, form: 'always' },
  { name: 'cbiClient', label: 'stress.cbiClient', kind: scoreKind, form: 'always' },
  { name: 'cbiMean', label: 'stress.cbiMean', kind: scoreKind, form: 'always' },
  { name: 'bat12Mean', label: 'stress.bat12Mean', kind: meanKind, form: 'always' },
  {
    name: 'activationScore',
    label: 'stress.activationScore',
    kind: scoreKind,
    column: ON_ASKING,
    form: 'always',
  },
];

export const VALUES: StressField[] = [
  ...GRADES,
  ...DEVICE,
  ...COMPUTED,
  ...QUESTIONNAIRES,
  ...PRE_SURVEY,
  TO_CHECK,
  URGENT,
  TRIAL,
];

/**
 * Grades come before data known about the person, so that they are visible on every desktop in
 * every language.
 */
export const ALL_FIELDS: StressField[] = [
  MEMBER,
  ...WHO,
  MEASURED_AT,
  ...VALUES,
  COMPANY,
  ...AGE_AND_SEX,
  SERVICES,
  ...ORIGIN,
];

/** Labels of a measurement's fields. */
export const LABELS: Partial<Record<string, MessageKey>> = Object.fromEntries(
  VALUES.map(({ name, label }) => [name, label]),
);
