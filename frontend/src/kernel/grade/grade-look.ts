// How a grade looks, wherever it is shown. A sign beside the word says how serious it is, so that colour is
// never the only clue.
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

/** Nothing for what is no grade of the scale. */
export function lookOf(scale: GradeScale, grade: string): GradeLook | undefined {
  const standing = GRADES[scale][grade];
  return standing && { tone: toneOf(scale, grade), icon: SIGNS[standing] };
}
