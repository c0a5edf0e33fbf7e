// Names of categories and test cases.
import { textIfKnown } from '~/kernel/i18n/i18n';

export function categoryName(category: string): string {
  return textIfKnown(`report.kind.${category}`) ?? category;
}

/** Names with another text key. */
const NAMES: Partial<Record<string, string>> = {
  BMI: 'measurement.bmi',
  BODY_FAT: 'measurement.bodyFat',
  REFRACTION: 'vision.refraction',
};

/** Questionnaires have the same name in every language, derived from their word: PSS-10. */
export function caseName(testCase: string): string {
  const word = testCase
    .toLowerCase()
    .replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return textIfKnown(NAMES[testCase] ?? `statistics.${word}`) ?? testCase.replaceAll('_', '-');
}
