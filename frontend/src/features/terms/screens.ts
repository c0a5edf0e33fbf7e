// The screen where terms are managed. The page that everybody reads them on is none of the console's screens.
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
