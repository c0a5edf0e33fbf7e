// How a grade looks, wherever it is shown. A sign beside the word says how serious it is, so that colour is
// never the only clue.
import type { Icon } from '@tabler/icons-react';
import { AscendingIcon, DescendingIcon, DoneIcon, ErrorIcon, UnchangedIcon } from '~/ui/icons';
import type { Tone } from '~/ui/tone-badge';

export interface GradeLook {
  tone: Tone;
  icon: Icon;
}

/** What is graded; a grade's word has the key `grade.<scale>.<grade>`. */
export type GradeScale =
  | 'bmi'
  | 'bloodPressure'
  | 'bodyFat'
  | 'vision'
  | 'schoolVision'
  | 'myopia'
  | 'health'
  | 'lethargy'
  | 'heartRate'
  | 'screening';

const GOOD: GradeLook = { tone: 'good', icon: DoneIcon };
const BELOW: GradeLook = { tone: 'low', icon: DescendingIcon };
const RAISED: GradeLook = { tone: 'raised', icon: AscendingIcon };
const HIGH: GradeLook = { tone: 'high', icon: AscendingIcon };
/** Of what is worse the lower it is. */
const LOWERED: GradeLook = { tone: 'raised', icon: DescendingIcon };
const LOW: GradeLook = { tone: 'high', icon: DescendingIcon };
/** Neither high nor low: there, and worth attention. */
const NOTABLE: GradeLook = { tone: 'raised', icon: ErrorIcon };
/** In the middle of a scale from good to bad. */
const MIDDLE: GradeLook = { tone: 'low', icon: UnchangedIcon };
const SERIOUS: GradeLook = { tone: 'serious', icon: ErrorIcon };

/** Every grade of a scale, from the lowest value to the highest; of what is better when it is higher, from the best on. */
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
  vision: {
    NONE: GOOD,
    MILD: LOWERED,
    MODERATE: LOW,
    SEVERE: SERIOUS,
    BLIND: SERIOUS,
  },
  schoolVision: {
    NORMAL: GOOD,
    ABNORMAL: NOTABLE,
  },
  myopia: {
    NONE: GOOD,
    MYOPIA: NOTABLE,
    HIGH_MYOPIA: SERIOUS,
  },
  heartRate: {
    BRADYCARDIA: BELOW,
    NORMAL: GOOD,
    TACHYCARDIA: HIGH,
  },
  screening: {
    NORMAL: GOOD,
    FOLLOW_UP: NOTABLE,
    SUSPECTED: SERIOUS,
  },
  health: {
    VERY_HEALTHY: GOOD,
    HEALTHY: GOOD,
    GOOD,
    NORMAL: MIDDLE,
    ATTENTION: RAISED,
    CAUTION: RAISED,
    WARNING: HIGH,
    DANGER: SERIOUS,
  },
  lethargy: {
    VERY_LETHARGIC: LOW,
    LETHARGIC: LOWERED,
    NORMAL: GOOD,
    TENSE: RAISED,
  },
};
