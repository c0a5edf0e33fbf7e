// The history of stress measurements, and the page of one of them.
import { CREATE_DIALOG, EDIT_DIALOG_OF_PAGE } from '~/kernel/screen/dialogs';
import type { Screen } from '~/kernel/screen/screen';
import { StressIcon } from '~/ui/icons';

export const STRESS: Screen = {
  path: '/history/stress_history',
  title: 'stress.title',
  icon: StressIcon,
  area: ['measurement', 'stress-measurements'],
  page: () => import('./stress-list-page'),
  dialogs: [CREATE_DIALOG],
  record: {
    page: () => import('./stress-page'),
    dialogs: [EDIT_DIALOG_OF_PAGE],
  },
  texts: { create: 'stress.create', edit: 'stress.edit', remove: 'stress.remove' },
};
