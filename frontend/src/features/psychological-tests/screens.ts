// The history of psychological tests, on its own screen and for a member.
import { RECORD_DIALOGS_WITH_BIN } from '~/kernel/screen/dialogs';
import { HISTORY_PATHS } from '~/kernel/screen/known-paths';
import type { Screen } from '~/kernel/screen/screen';
import { PsychologicalIcon } from '~/ui/icons';

export const PSYCHOLOGICAL: Screen = {
  path: HISTORY_PATHS.PSYCHOLOGICAL,
  title: 'psychological.title',
  icon: PsychologicalIcon,
  area: ['measurement', 'psychological-tests'],
  page: () => import('./psychological-list-page'),
  dialogs: RECORD_DIALOGS_WITH_BIN,
  texts: {
    create: 'psychological.create',
    edit: 'psychological.edit',
    remove: 'psychological.remove',
  },
  isDaily: true,
};
