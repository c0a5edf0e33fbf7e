// Grades as badges. A sign beside the word says how serious it is, so that colour is never the only clue.
import type { Icon } from '@tabler/icons-react';
import { choiceKind, flagKind } from '~/kernel/field/choice-kind';
import type { Kind } from '~/kernel/field/kind';
import { text } from '~/kernel/i18n/i18n';
import { AscendingIcon, DescendingIcon, DoneIcon, ErrorIcon } from '~/ui/icons';
import { badgeWidth, ToneBadge, type Tone } from '~/ui/tone-badge';

interface Look {
  tone: Tone;
  icon: Icon;
}

const GOOD: Look = { tone: 'good', icon: DoneIcon };
const BELOW: Look = { tone: 'low', icon: DescendingIcon };
const RAISED: Look = { tone: 'raised', icon: AscendingIcon };
const HIGH: Look = { tone: 'high', icon: AscendingIcon };
const SERIOUS: Look = { tone: 'serious', icon: ErrorIcon };

function gradeKind(prefix: string, looks: Record<string, Look>) {
  return choiceKind({
    words: Object.keys(looks),
    prefix,
    multiple: true,
    show: (word, label) => {
      const look = looks[word];
      return look ? <ToneBadge {...look}>{label}</ToneBadge> : label;
    },
    roomOf: (label) => badgeWidth(label, true),
  });
}

export const bmiGradeKind = gradeKind('grade.bmi', {
  UNDERWEIGHT: BELOW,
  NORMAL: GOOD,
  OVERWEIGHT: RAISED,
  OBESITY_1: HIGH,
  OBESITY_2: SERIOUS,
});

export const bloodPressureGradeKind = gradeKind('grade.bloodPressure', {
  NORMAL: GOOD,
  PRE_STAGE: RAISED,
  STAGE_1: HIGH,
  STAGE_2: SERIOUS,
});

export const bodyFatGradeKind = gradeKind('grade.bodyFat', {
  BELOW_STANDARD: BELOW,
  STANDARD: GOOD,
  ABOVE_STANDARD: HIGH,
});

export const bloodPressureClassKind = choiceKind({
  words: ['NORMAL', 'ELEVATED', 'PREHYPERTENSION', 'HYPERTENSION_1', 'HYPERTENSION_2'],
  prefix: 'grade.class',
});

/** A finding beside a grade: it stands out when it is there. */
export const findingKind: Kind = {
  ...flagKind,
  show: (value) =>
    value === true ? (
      <ToneBadge tone="serious" icon={ErrorIcon}>
        {text('field.yes')}
      </ToneBadge>
    ) : (
      flagKind.show(value)
    ),
};
