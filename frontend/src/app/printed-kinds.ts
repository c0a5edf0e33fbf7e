// The kinds of measurements that are printed: the screen whose reader may print them, and the code of their sheets, which
// comes with their texts.
import { DEMENTIA } from '~/features/dementia-screenings/screens';
import { HEART_RATE } from '~/features/heart-rate-measurements/screens';
import { MEASUREMENTS } from '~/features/physical-measurements/screens';
import { PSYCHOLOGICAL } from '~/features/psychological-tests/screens';
import { STRESS } from '~/features/stress-measurements/screens';
import { VISION } from '~/features/vision-measurements/screens';
import { lazyPart } from '~/kernel/code/lazy-part';
import { withTexts } from '~/kernel/i18n/i18n';
import { selectionIn, type PrintedKind } from '~/kernel/measurement/printed-kind';

const KINDS: readonly PrintedKind[] = [
  {
    word: 'PHYSICAL',
    path: MEASUREMENTS.path,
    Sheets: lazyPart(() => import('~/features/physical-measurements/physical-sheets')),
  },
  {
    word: 'STRESS',
    path: STRESS.path,
    Sheets: lazyPart(() =>
      withTexts('stress-measurements', import('~/features/stress-measurements/stress-sheets')),
    ),
  },
  {
    word: 'VISION',
    path: VISION.path,
    Sheets: lazyPart(() =>
      withTexts('vision-measurements', import('~/features/vision-measurements/vision-sheets')),
    ),
  },
  {
    word: 'HEART_RATE',
    path: HEART_RATE.path,
    Sheets: lazyPart(() =>
      withTexts(
        'heart-rate-measurements',
        import('~/features/heart-rate-measurements/heart-rate-sheets'),
      ),
    ),
  },
  {
    word: 'DEMENTIA',
    path: DEMENTIA.path,
    Sheets: lazyPart(() =>
      withTexts('dementia-screenings', import('~/features/dementia-screenings/dementia-sheets')),
    ),
  },
  {
    word: 'PSYCHOLOGICAL',
    path: PSYCHOLOGICAL.path,
    Sheets: lazyPart(() =>
      withTexts(
        'psychological-tests',
        import('~/features/psychological-tests/psychological-sheets'),
      ),
    ),
  },
];

/** The kind that an address names. */
export function sheetsOf(search: string): PrintedKind | undefined {
  const { kind } = selectionIn(search);
  return KINDS.find(({ word }) => word === kind);
}
