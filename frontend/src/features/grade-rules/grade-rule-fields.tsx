// The fields of a version of grading rules.
import { choiceKind } from '~/kernel/field/choice-kind';
import { dateInPeriodKind, dateTimeKind } from '~/kernel/field/date-kind';
import { stateKind } from '~/kernel/field/flag-kind';
import type { Kind } from '~/kernel/field/kind';
import { numberKind } from '~/kernel/field/number-kind';
import { longTextKind } from '~/kernel/field/text-kind';
import { text } from '~/kernel/i18n/i18n';
import type { FieldOf } from '~/kernel/resource/resource';
import { badgeWidth, ToneBadge } from '~/ui/tone-badge';
import { ACTIVE, type Values } from './activation';
import type { Version } from './bands';
import { bandsKind } from './bands-kind';

type RuleSet = Version['ruleSet'];

const BODY = 'physical-kr';
const MIND = 'mind-kr';

/** The rule sets that can have new versions. All others are fixed. */
export const CHANGEABLE: readonly RuleSet[] = [MIND, BODY];

const ruleSetKind: Kind = choiceKind({
  words: [BODY, MIND, 'heart-rate-rest', 'vision-icd-11', 'cognition-kr', 'urgent-values'],
  prefix: 'gradeRules.set',
  multiple: true,
});

const bodyFatSourceKind = choiceKind({
  words: ['INBODY', 'GALLAGHER_2000'],
  prefix: 'measurement.source',
  note: (word) => (word === 'GALLAGHER_2000' ? 'gradeRules.gallagherAges' : undefined),
});

const isOf =
  (ruleSet: RuleSet) =>
  (values: Values): boolean =>
    values.ruleSet === ruleSet;

const statusKind: Kind = {
  ...choiceKind({
    words: ['DRAFT', ACTIVE],
    prefix: 'gradeRules.status',
    multiple: true,
    note: (word) => (word === ACTIVE ? 'gradeRules.activeNote' : undefined),
    show: (word, label) => (
      <ToneBadge tone={word === ACTIVE ? 'good' : 'neutral'}>{label}</ToneBadge>
    ),
    roomOf: badgeWidth,
  }),
  empty: 'DRAFT',
};

export const GRADE_RULE_FIELDS: readonly FieldOf<'GradeRuleVersion'>[] = [
  {
    name: 'ruleSet',
    label: 'measurement.ruleSet',
    kind: ruleSetKind,
    column: { width: 220 },
    filter: ['ruleSets'],
    form: 'create',
  },
  {
    name: 'ruleVersion',
    label: 'measurement.ruleVersion',
    kind: numberKind(),
    column: { width: 90 },
  },
  {
    name: 'status',
    label: 'terms.status',
    kind: statusKind,
    column: { width: 90 },
    filter: ['statuses'],
    form: 'always',
  },
  {
    name: 'isInForce',
    label: 'terms.isInForce',
    kind: stateKind({ on: 'terms.isInForce' }),
    column: { width: 90 },
  },
  {
    name: 'effectiveFrom',
    label: 'terms.effectiveFrom',
    kind: dateInPeriodKind,
    // The product's rules have applied since before the first measurement, so they have no start
    // date.
    value: ({ effectiveFrom, note }) => (note === '' ? null : effectiveFrom),
    column: {
      width: 110,
      sort: { ascending: 'EFFECTIVE_EARLIEST', descending: 'EFFECTIVE_LATEST' },
    },
    form: 'always',
  },
  {
    name: 'note',
    label: 'gradeRules.note',
    kind: longTextKind,
    column: { width: 200 },
    value: ({ note }) => (note === '' ? text('gradeRules.builtIn') : note),
    form: 'always',
  },
  {
    name: 'deviationReason',
    label: 'gradeRules.deviationReason',
    kind: longTextKind,
    form: 'always',
    onlyIf: isOf(MIND),
  },
  { name: 'updatedAt', label: 'board.updatedAt', kind: dateTimeKind, column: { width: 138 } },
  {
    name: 'bodyFatSource',
    label: 'gradeRules.bodyFatSource',
    kind: bodyFatSourceKind,
    form: 'always',
    onlyIf: isOf(BODY),
    required: true,
  },
  {
    name: 'bands',
    label: 'gradeRules.bands',
    kind: bandsKind,
    form: 'always',
    onlyIf: isOf(MIND),
    hidden: true,
  },
];

/** The same fields for a new version, restricted to these rule sets. */
export function fieldsOf(ruleSets: readonly RuleSet[]): readonly FieldOf<'GradeRuleVersion'>[] {
  const kind = choiceKind({ words: ruleSets, prefix: 'gradeRules.set' });
  return GRADE_RULE_FIELDS.map((field) => (field.name === 'ruleSet' ? { ...field, kind } : field));
}
