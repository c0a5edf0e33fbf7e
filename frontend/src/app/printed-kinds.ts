// The kinds of measurements that can be printed, with their sheets. Code and texts are loaded
// together.
import { lazyPart } from '~/kernel/code/lazy-part';
import { withTexts } from '~/kernel/i18n/i18n';
import {
  selectionIn,
  type KindOfMeasurements,
  type MeasurementPrint,
  type PrintedKind,
} from '~/kernel/measurement/printed-kind';

const KINDS: readonly PrintedKind[] = [
  {
    word: 'PHYSICAL',
    Sheets: lazyPart(() =>
      withTexts('measurement', import('~/features/physical-measurements/physical-sheets')),
    ),
  },
  {
    word: 'STRESS',
    Sheets: lazyPart(() =>
      withTexts('stress-measurements', import('~/features/stress-measurements/stress-sheets')),
    ),
  },
  {
    word: 'VISION',
    Sheets: lazyPart(() =>
      withTexts('vision-measurements', import('~/features/vision-measurements/vision-sheets')),
    ),
  },
  {
    word: 'HEART_RATE',
    Sheets: lazyPart(() =>
      withTexts(
        'heart-rate-measurements',
        import('~/features/heart-rate-measurements/heart-rate-sheets'),
      ),
    ),
  },
  {
    word: 'DEMENTIA',
    Sheets: lazyPart(() =>
      withTexts('dementia-screenings', import('~/features/dementia-screenings/dementia-sheets')),
    ),
  },
  {
    word: 'PSYCHOLOGICAL',
    Sheets: lazyPart(() =>
      withTexts(
        'psychological-tests',
        import('~/features/psychological-tests/psychological-sheets'),
      ),
    ),
  },
];

/** Returns the kind that an address names, or the default one. */
export function sheetsOf(search: string, usual?: KindOfMeasurements): PrintedKind | undefined {
  const { kind } = selectionIn(search, usual);
  return KINDS.find(({ word }) => word === kind);
}

/** The kind of each list in a print. */
const LISTS: Record<keyof MeasurementPrint['printed'], PrintedKind['word']> = {
  physical: 'PHYSICAL',
  stress: 'STRESS',
  vision: 'VISION',
  heartRate: 'HEART_RATE',
  dementia: 'DEMENTIA',
  psychological: 'PSYCHOLOGICAL',
};

/** Returns the kinds that have measurements in a print, in display order. */
export function kindsIn({ printed }: MeasurementPrint): PrintedKind[] {
  const lists = Object.keys(LISTS) as (keyof typeof LISTS)[];
  const words = lists.filter((name) => printed[name].length > 0).map((name) => LISTS[name]);
  return KINDS.filter(({ word }) => words.includes(word));
}

/** Returns the first kind that has measurements in a print, if any. */
export function kindIn(print: MeasurementPrint): PrintedKind | undefined {
  return kindsIn(print)[0];
}
