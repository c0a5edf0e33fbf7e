// Grades as kinds of fields: shown as badges, searched for by their words.
import { choiceKind, flagKind } from '~/kernel/field/choice-kind';
import type { Kind } from '~/kernel/field/kind';
import { GRADE_LOOKS, type GradeScale } from '~/kernel/grade/grade-look';
import { text } from '~/kernel/i18n/i18n';
import { ErrorIcon } from '~/ui/icons';
import { badgeWidth, ToneBadge } from '~/ui/tone-badge';

function gradeKind(scale: GradeScale) {
  const looks = GRADE_LOOKS[scale];
  return choiceKind({
    words: Object.keys(looks),
    prefix: `grade.${scale}`,
    multiple: true,
    show: (word, label) => {
      const look = looks[word];
      return look ? <ToneBadge {...look}>{label}</ToneBadge> : label;
    },
    roomOf: (label) => badgeWidth(label, true),
  });
}

export const bmiGradeKind = gradeKind('bmi');
export const bloodPressureGradeKind = gradeKind('bloodPressure');
export const bodyFatGradeKind = gradeKind('bodyFat');

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
