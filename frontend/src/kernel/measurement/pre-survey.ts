// The survey before a stress measurement: a section in forms, and its answers in details and for
// the member.
import type { Answer } from '~/domain/client';
import { choiceKind } from '~/kernel/field/choice-kind';
import { numberKind } from '~/kernel/field/number-kind';
import { textKind } from '~/kernel/field/text-kind';
import { valueOf } from '~/kernel/resource/definition';
import type { FieldOf } from '~/kernel/resource/resource';

export type PreSurveyField = FieldOf<'StressMeasurement'>;

const hoursKind = numberKind({ unit: 'unit.hour', decimals: 1 });
const lastDayKind = choiceKind({ words: ['NO', 'YES'], prefix: 'stress.lastDay' });
/** Returns whether the answer to a question makes another question apply. */
const isAnswered =
  (question: 'smoking' | 'medication', answer: string) =>
  (values: Partial<Record<typeof question, unknown>>) =>
    values[question] === answer;
const IN_FORM = { form: 'always', section: 'stress.before' } as const;

/** In the order of the questions. */
export const PRE_SURVEY: PreSurveyField[] = [
  { name: 'sleepHours', label: 'stress.sleepHours', kind: hoursKind, ...IN_FORM },
  {
    name: 'sleepQuality',
    label: 'stress.sleepQuality',
    kind: choiceKind({
      words: ['VERY_GOOD', 'GOOD', 'BAD', 'VERY_BAD'],
      prefix: 'stress.sleepQuality',
    }),
    ...IN_FORM,
  },
  { name: 'caffeineCups', label: 'stress.caffeineCups', kind: numberKind(), ...IN_FORM },
  { name: 'caffeineHoursAgo', label: 'stress.caffeineHoursAgo', kind: hoursKind, ...IN_FORM },
  {
    name: 'smoking',
    label: 'stress.smoking',
    kind: choiceKind({ words: ['NEVER', 'FORMER', 'CURRENT'], prefix: 'stress.smoking' }),
    ...IN_FORM,
  },
  {
    name: 'smokingHoursAgo',
    label: 'stress.smokingHoursAgo',
    kind: hoursKind,
    ...IN_FORM,
    onlyIf: isAnswered('smoking', 'CURRENT'),
  },
  {
    name: 'medication',
    label: 'stress.medication',
    kind: choiceKind({ words: ['NONE', 'TAKEN'], prefix: 'stress.medication' }),
    ...IN_FORM,
  },
  {
    name: 'medicationNames',
    label: 'stress.medicationNames',
    kind: textKind,
    ...IN_FORM,
    onlyIf: isAnswered('medication', 'TAKEN'),
  },
  { name: 'alcohol', label: 'stress.alcohol', kind: lastDayKind, ...IN_FORM },
  { name: 'exercise', label: 'stress.exercise', kind: lastDayKind, ...IN_FORM },
  { name: 'mealHoursAgo', label: 'stress.mealHoursAgo', kind: hoursKind, ...IN_FORM },
  {
    name: 'mood',
    label: 'stress.mood',
    kind: choiceKind({
      words: ['VERY_GOOD', 'GOOD', 'NORMAL', 'BAD', 'VERY_BAD'],
      prefix: 'stress.mood',
    }),
    ...IN_FORM,
  },
];

/** Returns the questions that a measurement has answers to. */
export function answeredBefore(record: Answer<'GetStressMeasurement'>): PreSurveyField[] {
  return PRE_SURVEY.filter((field) => {
    const value = valueOf(field, record);
    return value !== null && value !== undefined && value !== '';
  });
}
