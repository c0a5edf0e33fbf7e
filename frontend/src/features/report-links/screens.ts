// The outbox screen.
import { DETAIL_DIALOG } from '~/kernel/screen/dialogs';
import type { Screen } from '~/kernel/screen/screen';
import { SendIcon } from '~/ui/icons';

export const OUTBOX: Screen = {
  path: '/log_management/outbox',
  title: 'report.outbox',
  icon: SendIcon,
  page: () => import('./outbox-page'),
  area: 'logs',
  dialogs: [DETAIL_DIALOG],
};
