// The resource of training participations: their history, and that of one member. Apps submit them,
// so staff enter nothing.
import type { Answer } from '~/domain/client';
import { eitherKind } from '~/kernel/field/choice-kind';
import { dateTimeKind } from '~/kernel/field/date-kind';
import { numberKind } from '~/kernel/field/number-kind';
import { textKind } from '~/kernel/field/text-kind';
import { COMPANY, MEMBER, ORIGIN, WHO, withoutFilters } from '~/kernel/measurement/common-fields';
import type { MemberOwner } from '~/kernel/measurement/of-person';
import { resource, type FieldOf } from '~/kernel/resource/resource';
import { completionKind } from './completion-kind';
import { TRAININGS } from './screens';

type Field = FieldOf<'TrainingParticipation'>;
type Participation = Answer<'GetTrainingParticipation'>;

const [NAME, NUMBER] = WHO;
const [, RECEIVED_AT] = ORIGIN;

const completedKind = eitherKind('training.completed', 'training.notCompleted');

/** The time, the training and its completion. */
const DONE: Field[] = [
  {
    name: 'startedAt',
    label: 'training.startedAt',
    kind: dateTimeKind,
    column: { width: 138, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
    filter: ['startStartedAt', 'endStartedAt'],
  },
  {
    name: 'programName',
    label: 'training.program',
    kind: textKind,
    column: { width: 132 },
  },
  { name: 'unitName', label: 'training.unit', kind: textKind, column: { width: 96 } },
  { name: 'day', label: 'training.day', kind: numberKind(), column: { width: 60 } },
  { name: 'contentName', label: 'training.content', kind: textKind, column: { width: 132 } },
  {
    name: 'endedAt',
    label: 'training.endedAt',
    kind: dateTimeKind,
    column: { width: 138, optional: true },
  },
  {
    name: 'completion',
    label: 'training.completion',
    kind: completionKind,
    column: { width: 116 },
  },
  {
    name: 'score',
    label: 'training.score',
    kind: numberKind({ decimals: 1 }),
    column: { width: 70 },
  },
  {
    name: 'completed',
    label: 'training.state',
    kind: completedKind,
    filter: ['completed'],
    hidden: true,
  },
];

const COMMON = {
  screen: TRAININGS,
  nameOf: ({ memberName, contentName }: Participation) => `${memberName} ${contentName}`,
  defaultSort: 'NEWEST',
  pagesByKey: true,
  calls: { create: null, update: null, remove: null, revisions: null },
  whenEmpty: { title: 'training.empty', hint: 'training.emptyHint' },
} as const;

export const trainingParticipations = resource('TrainingParticipation', {
  ...COMMON,
  fields: [
    {
      name: 'memberId',
      label: MEMBER.label,
      kind: MEMBER.kind,
      filter: ['memberId'],
      hidden: true,
    },
    NAME,
    {
      name: 'memberNo',
      label: NUMBER.label,
      kind: NUMBER.kind,
      column: { width: 96, optional: true },
    },
    ...DONE,
    COMPANY,
    { name: RECEIVED_AT.name, label: RECEIVED_AT.label, kind: RECEIVED_AT.kind },
    { name: 'sourceId', label: 'training.sourceId', kind: textKind },
  ],
  exports: true,
});

/** The participations of one member, without the columns that identify the member. */
export function trainingParticipationsOf(owner: MemberOwner) {
  return resource('TrainingParticipation', {
    ...COMMON,
    key: 'training-participations-of-member',
    fixedFilters: { ...owner },
    fields: withoutFilters<Field>(DONE.filter(({ name }) => name !== 'completed')),
  });
}
