// The history of heart rates, on its own screen and for a member.
import { RECORD_DIALOGS_WITH_BIN } from '~/kernel/screen/dialogs';
import { HISTORY_PATHS } from '~/kernel/screen/known-paths';
import type { Screen } from '~/kernel/screen/screen';
import { HeartRateIcon } from '~/ui/icons';

export const HEART_RATE: Screen = {
  path: HISTORY_PATHS.HEART_RATE,
  title: 'heartRate.title',
  icon: HeartRateIcon,
  area: ['measurement', 'heart-rate-measurements'],
  page: () => import('./heart-rate-list-page'),
  dialogs: RECORD_DIALOGS_WITH_BIN,
  texts: { create: 'heartRate.create', edit: 'heartRate.edit', remove: 'heartRate.remove' },
  isDaily: true,
};
