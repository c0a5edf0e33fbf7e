// The history of stress measurements and the page of a measurement.
import { CREATE_DIALOG, EDIT_DIALOG_OF_PAGE } from '~/kernel/screen/dialogs';
import { HISTORY_PATHS } from '~/kernel/screen/known-paths';
import type { Screen } from '~/kernel/screen/screen';
import { StressIcon } from '~/ui/icons';

export const STRESS: Screen = {
  path: HISTORY_PATHS.STRESS,
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
  isDaily: true,
};
