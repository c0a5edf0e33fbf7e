// The history of training participations, on its own screen and for a member.
import { DETAIL_DIALOG } from '~/kernel/screen/dialogs';
import type { Screen } from '~/kernel/screen/screen';
import { TrainingIcon } from '~/ui/icons';

export const TRAININGS: Screen = {
  path: '/history/training_participation',
  title: 'training.title',
  icon: TrainingIcon,
  area: ['measurement', 'training-participations'],
  page: () => import('./training-list-page'),
  dialogs: [DETAIL_DIALOG],
};
