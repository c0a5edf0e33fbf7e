// How a grade looks, wherever it is shown. A sign beside the word says how serious it is, so that colour is
// never the only clue.
import type { Icon } from '@tabler/icons-react';
import { AscendingIcon, DescendingIcon, DoneIcon, ErrorIcon } from '~/ui/icons';
import type { Tone } from '~/ui/tone-badge';

export interface GradeLook {
  tone: Tone;
  icon: Icon;
}

/** What is graded; a grade's word has the key `grade.<scale>.<grade>`. */
export type GradeScale = 'bmi' | 'bloodPressure' | 'bodyFat';

const GOOD: GradeLook = { tone: 'good', icon: DoneIcon };
const BELOW: GradeLook = { tone: 'low', icon: DescendingIcon };
const RAISED: GradeLook = { tone: 'raised', icon: AscendingIcon };
const HIGH: GradeLook = { tone: 'high', icon: AscendingIcon };
const SERIOUS: GradeLook = { tone: 'serious', icon: ErrorIcon };

/** Every grade of a scale, from the lowest value to the highest. */
export const GRADE_LOOKS: Record<GradeScale, Record<string, GradeLook>> = {
  bmi: {
    UNDERWEIGHT: BELOW,
    NORMAL: GOOD,
    OVERWEIGHT: RAISED,
    OBESITY_1: HIGH,
    OBESITY_2: SERIOUS,
  },
  bloodPressure: {
    NORMAL: GOOD,
    PRE_STAGE: RAISED,
    STAGE_1: HIGH,
    STAGE_2: SERIOUS,
  },
  bodyFat: {
    BELOW_STANDARD: BELOW,
    STANDARD: GOOD,
    ABOVE_STANDARD: HIGH,
  },
};
