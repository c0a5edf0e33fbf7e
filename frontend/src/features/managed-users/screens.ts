// The screens of users: those registered by staff, those who have signed up, and their pages.
import { EDIT_DIALOG_OF_PAGE } from '~/kernel/screen/dialogs';
import { ONLINE_USERS_PATH, REGULAR_USERS_PATH } from '~/kernel/screen/known-paths';
import type { Dialog, Screen } from '~/kernel/screen/screen';
import { AppIcon, MembersIcon } from '~/ui/icons';

/** Opens over the user's own page. */
const LINK_DIALOG: Dialog = { path: 'link', lazy: () => import('./link-dialog') };

export const REGULAR_USERS = {
  path: REGULAR_USERS_PATH,
  title: 'user.regular',
  icon: MembersIcon,
  page: () => import('./regular-list-page'),
  area: 'members',
  texts: { create: 'member.create', edit: 'member.edit', remove: 'member.remove' },
  record: {
    page: () => import('./regular-user-page'),
    dialogs: [
      EDIT_DIALOG_OF_PAGE,
      LINK_DIALOG,
      { path: 'sign-in', lazy: () => import('./sign-in-dialog') },
    ],
  },
} satisfies Screen;

export const ONLINE_USERS = {
  path: ONLINE_USERS_PATH,
  title: 'user.online',
  icon: AppIcon,
  page: () => import('./online-list-page'),
  area: 'members',
  texts: { create: 'member.create', edit: 'member.edit', remove: 'member.remove' },
  record: { page: () => import('./online-user-page'), dialogs: [EDIT_DIALOG_OF_PAGE, LINK_DIALOG] },
} satisfies Screen;
