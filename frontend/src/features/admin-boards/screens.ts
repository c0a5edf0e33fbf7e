// The screen for managing boards.
import { RECORD_DIALOGS_WITH_BIN } from '~/kernel/screen/dialogs';
import type { Screen } from '~/kernel/screen/screen';
import { BoardIcon } from '~/ui/icons';

export const BOARDS: Screen = {
  path: '/system_management/board_management',
  title: 'board.title',
  icon: BoardIcon,
  area: 'admin-boards',
  page: () => import('./board-list-page'),
  dialogs: RECORD_DIALOGS_WITH_BIN,
  texts: { create: 'board.create', edit: 'board.edit', remove: 'board.remove' },
};
