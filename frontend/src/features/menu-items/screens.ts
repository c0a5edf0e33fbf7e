// The screen for managing the menu.
import { RECORD_DIALOGS_WITH_BIN } from '~/kernel/screen/dialogs';
import type { Screen } from '~/kernel/screen/screen';
import { MenuTreeIcon } from '~/ui/icons';

export const MENU_ITEMS: Screen = {
  path: '/system_management/menu_management',
  title: 'menuItem.title',
  icon: MenuTreeIcon,
  area: 'menu-items',
  page: () => import('./menu-page'),
  dialogs: RECORD_DIALOGS_WITH_BIN,
  texts: { create: 'menuItem.create', edit: 'menuItem.edit', remove: 'menuItem.remove' },
};
