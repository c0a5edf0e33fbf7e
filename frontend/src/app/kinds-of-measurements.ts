// The kinds of measurements shown for a member or a user, and the trainings. Each loads its texts
// when it is opened.
import { DEMENTIA } from '~/features/dementia-screenings/screens';
import { HEART_RATE } from '~/features/heart-rate-measurements/screens';
import { MEASUREMENTS } from '~/features/physical-measurements/screens';
import { PSYCHOLOGICAL } from '~/features/psychological-tests/screens';
import { STRESS } from '~/features/stress-measurements/screens';
import { TRAININGS } from '~/features/training-participations/screens';
import { VISION } from '~/features/vision-measurements/screens';
import { lazyPart } from '~/kernel/code/lazy-part';
import { withTexts } from '~/kernel/i18n/i18n';
import type { KindOfPerson } from '~/kernel/measurement/kinds-of-person';
import type { MemberOwner } from '~/kernel/measurement/of-person';

/** The kinds that both members and users without a member have. */
export const MEASURED: readonly KindOfPerson[] = [
  {
    word: 'physical',
    label: 'measurement.ofMember',
    path: MEASUREMENTS.path,
    OfPerson: lazyPart(() =>
      withTexts('measurement', import('~/features/physical-measurements/measurements-of-person')),
    ),
  },
  {
    word: 'stress',
    label: 'stress.ofMember',
    path: STRESS.path,
    OfPerson: lazyPart(() =>
      withTexts('stress-measurements', import('~/features/stress-measurements/stress-of-person')),
    ),
  },
  {
    word: 'vision',
    label: 'vision.ofMember',
    path: VISION.path,
    OfPerson: lazyPart(() =>
      withTexts('vision-measurements', import('~/features/vision-measurements/vision-of-person')),
    ),
  },
  {
    word: 'heart-rate',
    label: 'heartRate.ofMember',
    path: HEART_RATE.path,
    OfPerson: lazyPart(() =>
      withTexts(
        'heart-rate-measurements',
        import('~/features/heart-rate-measurements/heart-rate-of-person'),
      ),
    ),
  },
  {
    word: 'dementia',
    label: 'dementia.ofMember',
    path: DEMENTIA.path,
    OfPerson: lazyPart(() =>
      withTexts('dementia-screenings', import('~/features/dementia-screenings/dementia-of-person')),
    ),
  },
  {
    word: 'psychological',
    label: 'psychological.ofMember',
    path: PSYCHOLOGICAL.path,
    OfPerson: lazyPart(() =>
      withTexts(
        'psychological-tests',
        import('~/features/psychological-tests/psychological-of-person'),
      ),
    ),
  },
];

/** The kinds shown for a company's member. */
export const KINDS: readonly KindOfPerson<MemberOwner>[] = [
  ...MEASURED,
  {
    word: 'training',
    label: 'training.title',
    path: TRAININGS.path,
    OfPerson: lazyPart(() =>
      withTexts(
        'training-participations',
        import('~/features/training-participations/trainings-of-member'),
      ),
    ),
  },
];
