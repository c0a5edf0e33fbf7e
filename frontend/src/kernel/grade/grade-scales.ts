// Which grades there are, and how serious each of them is: its tone, wherever it is shown. What draws them without a sign,
// such as the first page, needs no more than this.
import type { Tone } from '~/ui/tone-badge';

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

/** The scale of an indicator's grades. */
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

/** How serious a grade is, and on which side. */
export type Standing = keyof typeof TONES;

const TONES = {
  good: 'good',
  below: 'low',
  raised: 'raised',
  high: 'high',
  /** Of what is worse the lower it is. */
  lowered: 'raised',
  low: 'high',
  /** Neither high nor low: there, and worth attention. */
  notable: 'raised',
  /** In the middle of a scale from good to bad. */
  middle: 'low',
  serious: 'serious',
} as const satisfies Record<string, Tone>;

/** Every grade of a scale, from the lowest value to the highest; of what is better when it is higher, from the best on. */
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
