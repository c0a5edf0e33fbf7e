// The look of a grade. An icon indicates its severity, so that colour is never the only cue.
import type { Icon } from '@tabler/icons-react';
import { AscendingIcon, DescendingIcon, DoneIcon, ErrorIcon, UnchangedIcon } from '~/ui/icons';
import type { Tone } from '~/ui/tone-badge';
import { GRADES, toneOf, type GradeScale, type Standing } from './grade-scales';

export interface GradeLook {
  tone: Tone;
  icon: Icon;
}

const SIGNS: Record<Standing, Icon> = {
  good: DoneIcon,
  below: DescendingIcon,
  raised: AscendingIcon,
  high: AscendingIcon,
  lowered: DescendingIcon,
  low: DescendingIcon,
  notable: ErrorIcon,
  middle: UnchangedIcon,
  serious: ErrorIcon,
};

/** Returns the look of a grade, or undefined if the scale does not have it. */
export function lookOf(scale: GradeScale, grade: string): GradeLook | undefined {
  const standing = GRADES[scale][grade];
  return standing && { tone: toneOf(scale, grade), icon: SIGNS[standing] };
}
