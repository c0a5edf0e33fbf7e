// The screens of user apps: all apps, and the companies that provide them to their members.
import { RECORD_DIALOGS_WITH_BIN } from '~/kernel/screen/dialogs';
import { COMPANY_APPS_PATH } from '~/kernel/screen/known-paths';
import type { Screen } from '~/kernel/screen/screen';
import { AppIcon, UsageIcon } from '~/ui/icons';

export const USER_APPS: Screen = {
  path: '/app_management/user_app_management',
  title: 'userApp.title',
  icon: AppIcon,
  area: 'user-apps',
  page: () => import('./user-app-list-page'),
  dialogs: RECORD_DIALOGS_WITH_BIN,
  texts: { create: 'userApp.create', edit: 'userApp.edit', remove: 'userApp.remove' },
};

export const COMPANY_APPS: Screen = {
  path: COMPANY_APPS_PATH,
  title: 'companyApp.title',
  icon: UsageIcon,
  area: 'user-apps',
  page: () => import('./company-app-list-page'),
  dialogs: RECORD_DIALOGS_WITH_BIN,
  texts: { create: 'companyApp.create', edit: 'companyApp.edit', remove: 'companyApp.remove' },
};
