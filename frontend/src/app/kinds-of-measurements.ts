// The kinds of measurements that are shown of a member and of a user, and the trainings beside them; each comes with its
// texts when it is opened.
import { DEMENTIA } from '~/features/dementia-screenings/screens';
import { HEART_RATE } from '~/features/heart-rate-measurements/screens';
import { MEASUREMENTS } from '~/features/physical-measurements/screens';
import { PSYCHOLOGICAL } from '~/features/psychological-tests/screens';
import { STRESS } from '~/features/stress-measurements/screens';
import { TRAININGS } from '~/features/training-participations/screens';
import { VISION } from '~/features/vision-measurements/screens';
import { lazyPart } from '~/kernel/code/lazy-part';
import { withTexts } from '~/kernel/i18n/i18n';
import type { KindOfMember } from '~/kernel/measurement/kinds-of-member';

export const KINDS: readonly KindOfMember[] = [
  {
    word: 'physical',
    label: 'measurement.ofMember',
    path: MEASUREMENTS.path,
    OfMember: lazyPart(() => import('~/features/physical-measurements/measurements-of-member')),
  },
  {
    word: 'stress',
    label: 'stress.ofMember',
    path: STRESS.path,
    OfMember: lazyPart(() =>
      withTexts('stress-measurements', import('~/features/stress-measurements/stress-of-member')),
    ),
  },
  {
    word: 'vision',
    label: 'vision.ofMember',
    path: VISION.path,
    OfMember: lazyPart(() =>
      withTexts('vision-measurements', import('~/features/vision-measurements/vision-of-member')),
    ),
  },
  {
    word: 'heart-rate',
    label: 'heartRate.ofMember',
    path: HEART_RATE.path,
    OfMember: lazyPart(() =>
      withTexts(
        'heart-rate-measurements',
        import('~/features/heart-rate-measurements/heart-rate-of-member'),
      ),
    ),
  },
  {
    word: 'dementia',
    label: 'dementia.ofMember',
    path: DEMENTIA.path,
    OfMember: lazyPart(() =>
      withTexts('dementia-screenings', import('~/features/dementia-screenings/dementia-of-member')),
    ),
  },
  {
    word: 'psychological',
    label: 'psychological.ofMember',
    path: PSYCHOLOGICAL.path,
    OfMember: lazyPart(() =>
      withTexts(
        'psychological-tests',
        import('~/features/psychological-tests/psychological-of-member'),
      ),
    ),
  },
  {
    word: 'training',
    label: 'training.title',
    path: TRAININGS.path,
    OfMember: lazyPart(() =>
      withTexts(
        'training-participations',
        import('~/features/training-participations/trainings-of-member'),
      ),
    ),
  },
];
