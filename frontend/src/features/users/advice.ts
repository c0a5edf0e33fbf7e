// Explanations and next steps for a member's values, by grade: information in plain language, not a
// diagnosis.
import { GRADES, type GradeScale } from '~/kernel/grade/grade-scales';
import type { MessageKey } from '~/kernel/i18n/i18n';
import { INDICATORS, latestOf, type Indicator } from '~/kernel/measurement/physical-indicators';
import type { Measurement } from './own-measurements';
import type { OwnStress } from './own-stress';
import { newestOf, type OwnVision } from './own-vision';

export interface Advice {
  title: MessageKey;
  about: MessageKey;
  scale: GradeScale;
  grade: string | null;
  next: MessageKey | undefined;
  /** Whether the next step is urgent. */
  urgent?: boolean;
}

type NextByGrade = Partial<Record<string, MessageKey>>;

const BODY: Partial<Record<Indicator['name'], { about: MessageKey; next: NextByGrade }>> = {
  bmi: {
    about: 'memberPage.about.bmi',
    next: {
      UNDERWEIGHT: 'memberPage.next.bmi.low',
      NORMAL: 'memberPage.next.body.fine',
      OVERWEIGHT: 'memberPage.next.bmi.watch',
      OBESITY_1: 'memberPage.next.bmi.act',
      OBESITY_2: 'memberPage.next.bmi.act',
    },
  },
  bloodPressure: {
    about: 'memberPage.about.pressure',
    next: {
      NORMAL: 'memberPage.next.pressure.fine',
      PRE_STAGE: 'memberPage.next.pressure.watch',
      STAGE_1: 'memberPage.next.pressure.act',
      STAGE_2: 'memberPage.next.pressure.act',
    },
  },
  bodyFat: {
    about: 'memberPage.about.bodyFat',
    next: {
      BELOW_STANDARD: 'memberPage.next.bodyFat.low',
      STANDARD: 'memberPage.next.body.fine',
      ABOVE_STANDARD: 'memberPage.next.bodyFat.high',
    },
  },
};

/** From these pressures on the measurement must be repeated at once, whatever the age and place. */
const isUrgent = ({ systolic, diastolic }: Measurement) =>
  (systolic ?? 0) >= 180 || (diastolic ?? 0) >= 120;

/** Measurements are sorted newest first, here and below. */
export function adviceOnBody(measurements: readonly Measurement[]): Advice[] {
  return INDICATORS.flatMap((indicator) => {
    const words = BODY[indicator.name];
    const measurement = latestOf(indicator, measurements)?.measurement;
    if (!words || !indicator.grade || !measurement) return [];
    const grade = indicator.grade.of(measurement);
    const urgent = indicator.name === 'bloodPressure' && isUrgent(measurement);
    return [
      {
        title: indicator.shortLabel ?? indicator.label,
        about: words.about,
        scale: indicator.grade.scale,
        grade,
        next: urgent ? 'memberPage.next.pressure.urgent' : words.next[grade ?? ''],
        urgent,
      },
    ];
  });
}

const ACUITY: NextByGrade = {
  NONE: 'memberPage.next.vision.fine',
  MILD: 'memberPage.next.vision.act',
  MODERATE: 'memberPage.next.vision.act',
  SEVERE: 'memberPage.next.vision.act',
  BLIND: 'memberPage.next.vision.act',
};

const MYOPIA: NextByGrade = {
  NONE: 'memberPage.next.myopia.none',
  MYOPIA: 'memberPage.next.myopia.some',
  HIGH_MYOPIA: 'memberPage.next.myopia.high',
};

export function adviceOnVision(measurements: readonly OwnVision[]): Advice[] {
  const { distance, refraction } = newestOf(measurements);
  const acuity = distance?.visionGrade ?? null;
  const myopia = Object.keys(GRADES.myopia).findLast(
    (grade) => grade === refraction?.rightMyopia || grade === refraction?.leftMyopia,
  );
  return [
    ...(distance
      ? [
          {
            title: 'memberPage.vision' as const,
            about: 'memberPage.vision.explained' as const,
            scale: 'vision' as const,
            grade: acuity,
            next: ACUITY[acuity ?? ''],
          },
        ]
      : []),
    ...(myopia === undefined
      ? []
      : [
          {
            title: 'vision.myopia' as const,
            about: 'memberPage.about.myopia' as const,
            scale: 'myopia' as const,
            grade: myopia,
            next: MYOPIA[myopia],
          },
        ]),
  ];
}

/**
 * By the published cutoffs, anxiety and burnout need action from the grade CAUTION on, stress from
 * WARNING on.
 */
const nextOfMind = (watch: MessageKey, caution: MessageKey): NextByGrade => ({
  VERY_HEALTHY: 'memberPage.next.mind.fine',
  HEALTHY: 'memberPage.next.mind.fine',
  GOOD: 'memberPage.next.mind.fine',
  NORMAL: watch,
  ATTENTION: watch,
  CAUTION: caution,
  WARNING: 'memberPage.next.mind.act',
  DANGER: 'memberPage.next.mind.act',
});

interface OfMind {
  title: MessageKey;
  about: MessageKey;
  scale: 'health' | 'lethargy';
  grade: (measurement: OwnStress) => string | null;
  next: NextByGrade;
}

const MIND: readonly OfMind[] = [
  {
    title: 'indicator.STRESS',
    about: 'memberPage.about.stress',
    scale: 'health',
    grade: ({ stressGrade }) => stressGrade,
    next: nextOfMind('memberPage.next.stress.watch', 'memberPage.next.stress.watch'),
  },
  {
    title: 'indicator.ANXIETY',
    about: 'memberPage.about.anxiety',
    scale: 'health',
    grade: ({ anxietyGrade }) => anxietyGrade,
    next: nextOfMind('memberPage.next.anxiety.watch', 'memberPage.next.mind.act'),
  },
  {
    title: 'indicator.BURNOUT',
    about: 'memberPage.about.burnout',
    scale: 'health',
    grade: ({ burnoutGrade }) => burnoutGrade,
    next: nextOfMind('memberPage.next.burnout.watch', 'memberPage.next.mind.act'),
  },
  {
    title: 'indicator.LETHARGY',
    about: 'memberPage.about.lethargy',
    scale: 'lethargy',
    grade: ({ lethargyGrade }) => lethargyGrade,
    next: {
      VERY_LETHARGIC: 'memberPage.next.lethargy.watch',
      LETHARGIC: 'memberPage.next.lethargy.watch',
      NORMAL: 'memberPage.next.mind.fine',
      TENSE: 'memberPage.next.lethargy.tense',
    },
  },
];

export function adviceOnMind(measurements: readonly OwnStress[]): Advice[] {
  return MIND.flatMap(({ title, about, scale, grade: of, next }) => {
    const measurement = measurements.find((one) => of(one) !== null);
    const grade = measurement ? of(measurement) : null;
    return grade === null ? [] : [{ title, about, scale, grade, next: next[grade] }];
  });
}
