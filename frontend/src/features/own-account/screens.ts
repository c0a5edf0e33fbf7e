// The caller's own account, and the dialog for its password.
import type { Dialog, Screen } from '~/kernel/screen/screen';
import { SettingsIcon } from '~/ui/icons';

export const ACCOUNT_SETTINGS: Screen = {
  path: '/account_settings',
  title: 'account.title',
  icon: SettingsIcon,
  page: () => import('./account-settings-page'),
};

/** For a page that has more to say about an account. */
export const PASSWORD_DIALOG: Dialog = {
  path: 'password',
  lazy: () => import('./password-dialog'),
};
