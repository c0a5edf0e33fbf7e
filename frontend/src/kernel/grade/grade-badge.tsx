// A grade as a badge.
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { ToneBadge } from '~/ui/tone-badge';
import { lookOf } from './grade-look';
import type { GradeScale } from './grade-scales';

export function gradeName(scale: GradeScale, grade: string): string {
  return textIfKnown(`grade.${scale}.${grade}`) ?? grade;
}

export function GradeBadge({ scale, grade }: { scale: GradeScale; grade: string }) {
  useText();
  const name = gradeName(scale, grade);
  const look = lookOf(scale, grade);
  return look ? <ToneBadge {...look}>{name}</ToneBadge> : name;
}
