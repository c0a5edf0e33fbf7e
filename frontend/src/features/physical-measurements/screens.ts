// The history of physical measurements, and what it shows below a member and a user.
import { RECORD_DIALOGS } from '~/kernel/screen/dialogs';
import type { LoadPage, Screen } from '~/kernel/screen/screen';
import { HistoryIcon } from '~/ui/icons';

export const MEASUREMENTS: Screen = {
  path: '/history/physical_test_result_history',
  title: 'measurement.title',
  icon: HistoryIcon,
  page: () => import('./measurement-list-page'),
  dialogs: RECORD_DIALOGS,
  figure: { name: 'physicalMeasurements', label: 'home.measurements' },
};

export const MEASUREMENTS_OF_USER: LoadPage = () => import('./measurements-of-user');
export const MEASUREMENTS_OF_MEMBER: LoadPage = () => import('./measurements-of-member');
