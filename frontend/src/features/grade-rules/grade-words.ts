// Names and tones of an indicator's grades, by their position in its order.
import { GRADES, toneOf, type GradeScale } from '~/kernel/grade/grade-scales';
import { gradeName } from '~/kernel/grade/grade-badge';
import { textIfKnown } from '~/kernel/i18n/i18n';
import { indicatorName } from '~/kernel/measurement/instruments';
import type { Tone } from '~/ui/tone-badge';
import type { Indicator } from './bands';

/** Classes that are not on a scale of the product. */
interface Classes {
  words: readonly string[];
  /** The prefix of their texts. */
  texts: string;
  /** Returns the tone of the grade that the product gives for a class. */
  tone?: (word: string) => Tone;
}

const SCALES: Partial<Record<Indicator, GradeScale>> = {
  BMI: 'bmi',
  BODY_FAT: 'bodyFat',
  STRESS: 'health',
  ANXIETY: 'health',
  BURNOUT: 'health',
  LETHARGY: 'lethargy',
  HEART_RATE: 'heartRate',
  VISION: 'vision',
  MYOPIA: 'myopia',
};

/** The classes of pressures, with the product's grades. */
const PRESSURES: Partial<Record<string, string>> = {
  NORMAL: 'NORMAL',
  ELEVATED: 'PRE_STAGE',
  PREHYPERTENSION: 'PRE_STAGE',
  HYPERTENSION_1: 'STAGE_1',
  HYPERTENSION_2: 'STAGE_2',
};
const PRESSURE: Classes = {
  words: Object.keys(PRESSURES),
  texts: 'grade.class',
  tone: (word) => toneOf('bloodPressure', PRESSURES[word] ?? ''),
};
const SCREENING: Classes = {
  words: ['NORMAL', 'SUSPECTED'],
  texts: 'grade.screening',
  tone: (word) => toneOf('screening', word),
};
const LEVELS = ['LOW', 'MODERATE', 'HIGH'];
const BURNOUT = ['NONE', 'BURNOUT'];

const CLASSES: Partial<Record<Indicator, Classes>> = {
  SYSTOLIC_PRESSURE: PRESSURE,
  DIASTOLIC_PRESSURE: PRESSURE,
  KDSQ_C: SCREENING,
  KDSQ_P: { ...SCREENING, words: ['NORMAL', 'FOLLOW_UP'] },
  MMSE_KC: SCREENING,
  PSS_10: { words: LEVELS, texts: 'stress.class.PSS_10' },
  BEPSI_K: { words: LEVELS, texts: 'stress.class.PSS_10' },
  GAD_7: { words: ['MINIMAL', 'MILD', 'MODERATE', 'SEVERE'], texts: 'stress.class.GAD_7' },
  CBI_PERSONAL: { words: BURNOUT, texts: 'stress.class.CBI' },
  CBI_WORK: { words: BURNOUT, texts: 'stress.class.CBI' },
  CBI_CLIENT: { words: BURNOUT, texts: 'stress.class.CBI' },
  CBI: { words: BURNOUT, texts: 'stress.class.CBI' },
  BAT_12: { words: ['NONE', 'AT_RISK', 'VERY_HIGH'], texts: 'stress.class.BAT_12' },
};

/** Indicators whose name has another text key. */
const NAMES: Partial<Record<Indicator, string>> = {
  BMI: 'measurement.bmi',
  SYSTOLIC_PRESSURE: 'measurement.systolic',
  DIASTOLIC_PRESSURE: 'measurement.diastolic',
  BODY_FAT: 'measurement.bodyFat',
};

export function nameOfIndicator(indicator: Indicator): string {
  return textIfKnown(NAMES[indicator] ?? '') ?? indicatorName(indicator);
}

/** Returns the name of a grade by its word, as used in the effect of a version. */
export function nameOfWord(indicator: Indicator, word: string): string {
  const scale = SCALES[indicator];
  if (scale !== undefined) return gradeName(scale, word);
  return textIfKnown(`${CLASSES[indicator]?.texts ?? ''}.${word}`) ?? word;
}

export interface GradeOfPlace {
  name: string;
  tone: Tone;
}

/** Returns the grade at a position in the order of an indicator's grades. */
export function gradeAt(indicator: Indicator, place: number): GradeOfPlace {
  const scale = SCALES[indicator];
  const words = scale ? Object.keys(GRADES[scale]) : (CLASSES[indicator]?.words ?? []);
  const word = words[place] ?? String(place);
  return {
    name: nameOfWord(indicator, word),
    tone: scale
      ? toneOf(scale, word)
      : (CLASSES[indicator]?.tone?.(word) ?? plain(place, words.length)),
  };
}

/** Classes without a tone of their own: the best is good, the worst is not. */
function plain(place: number, count: number): Tone {
  if (place === 0) return 'good';
  return place === count - 1 ? 'high' : 'raised';
}
