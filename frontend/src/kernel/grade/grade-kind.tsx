// Grades as kinds of fields: shown as badges, searched for by their words.
import { choiceKind } from '~/kernel/field/choice-kind';
import type { Kind } from '~/kernel/field/kind';
import { badgeWidth, ToneBadge } from '~/ui/tone-badge';
import { GRADE_LOOKS, type GradeScale } from './grade-look';

export function gradeKind(scale: GradeScale): Kind {
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
