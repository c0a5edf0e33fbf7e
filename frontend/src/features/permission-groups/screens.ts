// The screen for managing permission groups.
import { COPY_DIALOG, RECORD_DIALOGS_WITH_BIN } from '~/kernel/screen/dialogs';
import type { Screen } from '~/kernel/screen/screen';
import { GroupsIcon } from '~/ui/icons';

export const PERMISSION_GROUPS: Screen = {
  path: '/system_management/permission_group_management',
  title: 'group.title',
  icon: GroupsIcon,
  area: 'permission-groups',
  page: () => import('./group-list-page'),
  dialogs: [...RECORD_DIALOGS_WITH_BIN, COPY_DIALOG],
  texts: { create: 'group.create', edit: 'group.edit', remove: 'group.remove' },
};
