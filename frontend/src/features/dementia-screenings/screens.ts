// The history of dementia screenings, and the norms of CIST.
import { RECORD_DIALOGS_WITH_BIN } from '~/kernel/screen/dialogs';
import { HISTORY_PATHS } from '~/kernel/screen/known-paths';
import type { Dialog, Screen } from '~/kernel/screen/screen';
import { CognitionIcon } from '~/ui/icons';

const NORMS_DIALOG: Dialog = { path: 'norms', lazy: () => import('./norms-dialog') };

export const DEMENTIA: Screen = {
  path: HISTORY_PATHS.DEMENTIA,
  title: 'dementia.title',
  icon: CognitionIcon,
  area: ['measurement', 'dementia-screenings'],
  page: () => import('./dementia-list-page'),
  dialogs: [...RECORD_DIALOGS_WITH_BIN, NORMS_DIALOG],
  texts: { create: 'dementia.create', edit: 'dementia.edit', remove: 'dementia.remove' },
  isDaily: true,
};
