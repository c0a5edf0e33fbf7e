// The screen of companies' members and the page of a member.
import { CREATE_DIALOG, EDIT_DIALOG_OF_PAGE } from '~/kernel/screen/dialogs';
import { MEMBERS_PATH } from '~/kernel/screen/known-paths';
import type { Screen } from '~/kernel/screen/screen';
import { MembersIcon } from '~/ui/icons';

export const MEMBERS = {
  path: MEMBERS_PATH,
  title: 'member.title',
  icon: MembersIcon,
  page: () => import('./member-list-page'),
  area: 'members',
  dialogs: [CREATE_DIALOG],
  texts: { create: 'member.create', edit: 'member.edit', remove: 'member.remove' },
  record: {
    page: () => import('./member-page'),
    dialogs: [EDIT_DIALOG_OF_PAGE, { path: 'link', lazy: () => import('./link-dialog') }],
  },
  figure: { name: 'members', label: 'home.members' },
  isDaily: true,
} satisfies Screen;
