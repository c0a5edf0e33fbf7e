// The user's own account, and its dialogs for contact data and password.
import { ACCOUNT_SETTINGS_PATH } from '~/kernel/screen/known-paths';
import type { Dialog, Screen } from '~/kernel/screen/screen';
import { AccountIcon, SettingsIcon } from '~/ui/icons';

export const ACCOUNT_SETTINGS: Screen = {
  path: ACCOUNT_SETTINGS_PATH,
  title: 'account.title',
  icon: SettingsIcon,
  page: () => import('./account-settings-page'),
  area: 'own-account',
  dialogs: [{ path: 'edit', lazy: () => import('./details-dialog') }],
};

export const ACCOUNT_DETAIL: Screen = {
  path: '/account_detail',
  title: 'account.detail',
  icon: AccountIcon,
  page: () => import('./account-detail-page'),
  area: 'own-account',
};

/** For a page with more content about an account. */
export const PASSWORD_DIALOG: Dialog = {
  path: 'password',
  lazy: () => import('./password-dialog'),
  area: 'own-account',
};
