// The history of heart rates, and what it shows of a member.
import { RECORD_DIALOGS } from '~/kernel/screen/dialogs';
import type { Screen } from '~/kernel/screen/screen';
import { HeartRateIcon } from '~/ui/icons';

export const HEART_RATE: Screen = {
  path: '/history/hr',
  title: 'heartRate.title',
  icon: HeartRateIcon,
  area: ['measurement', 'heart-rate-measurements'],
  page: () => import('./heart-rate-list-page'),
  dialogs: RECORD_DIALOGS,
  texts: { create: 'heartRate.create', edit: 'heartRate.edit', remove: 'heartRate.remove' },
};
