// The screens of the logs: access to personal data, and changes.
import { DETAIL_DIALOG } from '~/kernel/screen/dialogs';
import type { Screen } from '~/kernel/screen/screen';
import { AccessLogIcon, ChangeLogIcon } from '~/ui/icons';

export const ACCESS_LOG: Screen = {
  path: '/log_management/access_log',
  title: 'log.access',
  icon: AccessLogIcon,
  page: () => import('./access-log-page'),
  area: 'logs',
  dialogs: [DETAIL_DIALOG],
};

export const CHANGE_LOG: Screen = {
  path: '/log_management/audit_log',
  title: 'log.changes',
  icon: ChangeLogIcon,
  page: () => import('./change-log-page'),
  // Fields of measurements are named by the texts of their kinds.
  area: [
    'logs',
    'measurement',
    'stress-measurements',
    'vision-measurements',
    'heart-rate-measurements',
    'dementia-screenings',
    'psychological-tests',
  ],
  dialogs: [DETAIL_DIALOG],
};
