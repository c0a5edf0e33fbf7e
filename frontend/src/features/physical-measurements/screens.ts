// The history of physical measurements.
import { RECORD_DIALOGS_WITH_BIN } from '~/kernel/screen/dialogs';
import { HISTORY_PATHS } from '~/kernel/screen/known-paths';
import type { Screen } from '~/kernel/screen/screen';
import { HistoryIcon } from '~/ui/icons';

export const MEASUREMENTS: Screen = {
  path: HISTORY_PATHS.PHYSICAL,
  title: 'measurement.title',
  icon: HistoryIcon,
  area: 'measurement',
  page: () => import('./measurement-list-page'),
  dialogs: RECORD_DIALOGS_WITH_BIN,
  texts: {
    create: 'measurement.create',
    edit: 'measurement.edit',
    remove: 'measurement.remove',
  },
  isDaily: true,
};
