// Field kinds for the grades of physical measurements.
import { choiceKind, flagKind } from '~/kernel/field/choice-kind';
import type { Kind } from '~/kernel/field/kind';
import { gradeKind } from '~/kernel/grade/grade-kind';
import { text } from '~/kernel/i18n/i18n';
import { ErrorIcon } from '~/ui/icons';
import { ToneBadge } from '~/ui/tone-badge';

export const bmiGradeKind = gradeKind('bmi');
export const bloodPressureGradeKind = gradeKind('bloodPressure');
export const bodyFatGradeKind = gradeKind('bodyFat');

export const bloodPressureClassKind = choiceKind({
  words: ['NORMAL', 'ELEVATED', 'PREHYPERTENSION', 'HYPERTENSION_1', 'HYPERTENSION_2'],
  prefix: 'grade.class',
});

/** A finding next to a grade, highlighted if present. */
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
