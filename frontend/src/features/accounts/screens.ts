// The screens of staff accounts.
import { RECORD_DIALOGS_WITH_BIN } from '~/kernel/screen/dialogs';
import { MANAGERS_PATH, OPERATORS_PATH } from '~/kernel/screen/known-paths';
import type { Dialog, Screen } from '~/kernel/screen/screen';
import { AccountIcon } from '~/ui/icons';

const PASSWORD_DIALOG: Dialog = {
  path: ':id/password',
  lazy: () => import('./set-password-dialog'),
};

const TWO_STEPS_DIALOG: Dialog = {
  path: ':id/two-steps',
  lazy: () => import('./end-two-steps-dialog'),
};

export const MANAGERS: Screen = {
  path: MANAGERS_PATH,
  title: 'manager.title',
  icon: AccountIcon,
  page: () => import('./manager-list-page'),
  area: 'accounts',
  dialogs: [...RECORD_DIALOGS_WITH_BIN, PASSWORD_DIALOG, TWO_STEPS_DIALOG],
  texts: { create: 'manager.create', edit: 'manager.edit', remove: 'manager.remove' },
};

export const OPERATORS: Screen = {
  path: OPERATORS_PATH,
  title: 'operator.title',
  icon: AccountIcon,
  page: () => import('./operator-list-page'),
  area: 'accounts',
  dialogs: [
    ...RECORD_DIALOGS_WITH_BIN,
    PASSWORD_DIALOG,
    TWO_STEPS_DIALOG,
    { path: 'launch', lazy: () => import('./launch-dialog') },
  ],
  texts: { create: 'operator.create', edit: 'operator.edit', remove: 'operator.remove' },
};
