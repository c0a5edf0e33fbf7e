// The screen for managing codes.
import { RECORD_DIALOGS_WITH_BIN } from '~/kernel/screen/dialogs';
import type { Screen } from '~/kernel/screen/screen';
import { CodesIcon } from '~/ui/icons';

export const CODES: Screen = {
  path: '/system_management/code_management',
  title: 'code.title',
  icon: CodesIcon,
  area: 'codes',
  page: () => import('./code-list-page'),
  dialogs: RECORD_DIALOGS_WITH_BIN,
  texts: { create: 'code.create', edit: 'code.edit', remove: 'code.remove' },
};
