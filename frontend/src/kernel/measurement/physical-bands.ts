// The ranges of the grades for charts. The bounds are not repeated here: they are found by asking
// the shared core for the grade of each value. The grade of a measurement itself always comes from
// the server.
import { gradePhysical } from '~/domain/grade';
import type { Band, Threshold } from '~/kernel/chart/time-chart';
import { gradeName } from '~/kernel/grade/grade-badge';
import { toneOf, type GradeScale } from '~/kernel/grade/grade-scales';
import type { Indicator } from './physical-indicators';
import type { PhysicalMeasurement } from './physical-indicators';

/** The person, and whose table graded the body fat. */
type Person = Pick<PhysicalMeasurement, 'age' | 'sex' | 'bodyFatSource'>;
type GradeOfValue = (value: number, person: Person) => string | null;

/** At a height of one metre the BMI equals the weight. */
const HEIGHT = 100;

const BANDS: Partial<Record<Indicator['name'], { scale: GradeScale; grade: GradeOfValue }>> = {
  bmi: {
    scale: 'bmi',
    grade: (value, person) =>
      gradePhysical({ ...person, heightCm: HEIGHT, weightKg: value }).bmiGrade,
  },
  bodyFat: {
    scale: 'bodyFat',
    grade: (value, person) => gradePhysical({ ...person, bodyFatPercent: value }).bodyFatGrade,
  },
};

/** Values have a resolution of one tenth, and no grade begins above 70. */
const TENTHS = 10;
const MOST = 70;

export interface GradeRange {
  grade: string;
  from: number;
}

/** Returns where each grade begins for this person, lowest first. Empty if there are no grades. */
export function gradeRanges(gradeOf: (value: number) => string | null): GradeRange[] {
  const ranges: GradeRange[] = [];
  for (let tenths = 1; tenths <= MOST * TENTHS; tenths += 1) {
    const from = tenths / TENTHS;
    const grade = gradeOf(from);
    if (grade !== null && grade !== ranges.at(-1)?.grade) ranges.push({ grade, from });
  }
  return ranges;
}

/**
 * Returns no bands if the chart's measurements are graded by different bounds, such as before
 * adulthood.
 */
export function gradeBands(
  { name }: Indicator,
  measurements: readonly PhysicalMeasurement[],
): Band[] {
  const bands = BANDS[name];
  if (!bands) return [];
  const [first = [], ...others] = distinctPeople(measurements).map((person) =>
    gradeRanges((value) => bands.grade(value, person)),
  );
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) return [];
  return first.map(({ grade, from }, index) => {
    const next = first[index + 1];
    return {
      ...(index > 0 && { from }),
      ...(next && { to: next.from }),
      tone: toneOf(bands.scale, grade),
      label: gradeName(bands.scale, grade),
    };
  });
}

function distinctPeople(measurements: readonly PhysicalMeasurement[]): Person[] {
  return [
    ...new Map(
      measurements.map(({ age, sex, bodyFatSource }) => [
        `${String(age)} ${String(sex)} ${String(bodyFatSource)}`,
        { age, sex, bodyFatSource },
      ]),
    ).values(),
  ];
}

/** A systolic and a diastolic pressure that never raise the grade, whatever the other one is. */
const CALM = { systolic: 119, diastolic: 50 };
const LOWEST = CALM.diastolic + 1;
const HIGHEST = 200;

/** The pressures at which the normal range ends and hypertension begins. */
export interface PressureLimits {
  systolic: { raised: number; high: number };
  diastolic: { raised: number; high: number };
}

/**
 * Returns the limits for a graded reading, or undefined if there is none: readings at home and
 * those of children have no grade.
 */
export function pressureLimits(
  measurements: readonly PhysicalMeasurement[],
): PressureLimits | undefined {
  const graded = measurements.find(({ bloodPressureGrade }) => bloodPressureGrade !== null);
  if (!graded) return undefined;
  const { age, sex } = graded;
  const firstWith = (grade: string, of: (value: number) => typeof CALM) => {
    for (let value = LOWEST; value <= HIGHEST; value += 1) {
      if (gradePhysical({ age, sex, ...of(value) }).bloodPressureGrade === grade) return value;
    }
    return HIGHEST;
  };
  const limits = (of: (value: number) => typeof CALM) => ({
    raised: firstWith('PRE_STAGE', of),
    high: firstWith('STAGE_1', of),
  });
  return {
    systolic: limits((systolic) => ({ ...CALM, systolic })),
    diastolic: limits((diastolic) => ({ ...CALM, diastolic })),
  };
}

export function pressureThresholds({ systolic, diastolic }: PressureLimits): Threshold[] {
  return [
    { look: 'first', value: systolic.raised },
    { look: 'first', value: systolic.high },
    { look: 'second', value: diastolic.raised },
    { look: 'second', value: diastolic.high },
  ];
}
