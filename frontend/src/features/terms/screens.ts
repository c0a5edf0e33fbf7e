// The screen for managing terms. The public page of the terms is not a screen of the console.
import { RECORD_DIALOGS_WITH_BIN } from '~/kernel/screen/dialogs';
import type { Screen } from '~/kernel/screen/screen';
import { TermsIcon } from '~/ui/icons';

export const TERMS: Screen = {
  path: '/system_management/terms_management',
  title: 'terms.title',
  icon: TermsIcon,
  area: 'terms',
  page: () => import('./terms-list-page'),
  dialogs: RECORD_DIALOGS_WITH_BIN,
  texts: { create: 'terms.create', edit: 'terms.edit', remove: 'terms.remove' },
};
