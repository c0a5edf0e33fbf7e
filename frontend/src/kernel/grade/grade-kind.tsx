// Grades as field kinds: shown as badges, filtered by their words.
import { choiceKind } from '~/kernel/field/choice-kind';
import type { Kind } from '~/kernel/field/kind';
import { badgeWidth, ToneBadge } from '~/ui/tone-badge';
import { lookOf } from './grade-look';
import { GRADES, type GradeScale } from './grade-scales';

export function gradeKind(scale: GradeScale): Kind {
  return choiceKind({
    words: Object.keys(GRADES[scale]),
    prefix: `grade.${scale}`,
    multiple: true,
    show: (word, label) => {
      const look = lookOf(scale, word);
      return look ? <ToneBadge {...look}>{label}</ToneBadge> : label;
    },
    roomOf: (label) => badgeWidth(label, true),
  });
}
