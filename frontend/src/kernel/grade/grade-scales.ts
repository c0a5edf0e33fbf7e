// The grades of each scale, with their severity as a tone. Code that shows grades without icons,
// such as the home page, needs only this module.
import type { Tone } from '~/ui/tone-badge';

/** The scales of grades. A grade's text has the key `grade.<scale>.<grade>`. */
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

/** The scale of each indicator. */
export const SCALES = {
  BMI: 'bmi',
  BLOOD_PRESSURE: 'bloodPressure',
  BODY_FAT: 'bodyFat',
  STRESS: 'health',
  ANXIETY: 'health',
  BURNOUT: 'health',
  LETHARGY: 'lethargy',
  VISION: 'vision',
  MYOPIA: 'myopia',
  HEART_RATE: 'heartRate',
  COGNITION: 'screening',
} as const satisfies Record<string, GradeScale>;

/** The severity of a grade and its side of the normal range. */
export type Standing = keyof typeof TONES;

const TONES = {
  good: 'good',
  below: 'low',
  raised: 'raised',
  high: 'high',
  /** For scales on which lower is worse. */
  lowered: 'raised',
  low: 'high',
  /** Neither high nor low, but worth attention. */
  notable: 'raised',
  /** The middle of a scale from good to bad. */
  middle: 'low',
  serious: 'serious',
} as const satisfies Record<string, Tone>;

/**
 * The grades of each scale, from the lowest value to the highest. If higher values are better, the
 * grades start with the best one.
 */
export const GRADES: Record<GradeScale, Record<string, Standing>> = {
  bmi: {
    UNDERWEIGHT: 'below',
    NORMAL: 'good',
    OVERWEIGHT: 'raised',
    OBESITY_1: 'high',
    OBESITY_2: 'serious',
  },
  bloodPressure: {
    NORMAL: 'good',
    PRE_STAGE: 'raised',
    STAGE_1: 'high',
    STAGE_2: 'serious',
  },
  bodyFat: {
    BELOW_STANDARD: 'below',
    STANDARD: 'good',
    ABOVE_STANDARD: 'high',
  },
  vision: {
    NONE: 'good',
    MILD: 'lowered',
    MODERATE: 'low',
    SEVERE: 'serious',
    BLIND: 'serious',
  },
  schoolVision: {
    NORMAL: 'good',
    ABNORMAL: 'notable',
  },
  myopia: {
    NONE: 'good',
    MYOPIA: 'notable',
    HIGH_MYOPIA: 'serious',
  },
  heartRate: {
    BRADYCARDIA: 'below',
    NORMAL: 'good',
    TACHYCARDIA: 'high',
  },
  screening: {
    NORMAL: 'good',
    FOLLOW_UP: 'notable',
    SUSPECTED: 'serious',
  },
  health: {
    VERY_HEALTHY: 'good',
    HEALTHY: 'good',
    GOOD: 'good',
    NORMAL: 'middle',
    ATTENTION: 'raised',
    CAUTION: 'raised',
    WARNING: 'high',
    DANGER: 'serious',
  },
  lethargy: {
    VERY_LETHARGIC: 'low',
    LETHARGIC: 'lowered',
    NORMAL: 'good',
    TENSE: 'raised',
  },
};

export function toneOf(scale: GradeScale, grade: string): Tone {
  const standing = GRADES[scale][grade];
  return standing ? TONES[standing] : 'neutral';
}
