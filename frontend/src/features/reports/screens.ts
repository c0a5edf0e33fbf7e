// The screen of reports, and the page of one of them.
import { CREATE_DIALOG } from '~/kernel/screen/dialogs';
import type { Screen } from '~/kernel/screen/screen';
import { ReportIcon } from '~/ui/icons';

export const REPORTS = {
  path: '/history/report',
  title: 'reports.title',
  icon: ReportIcon,
  area: ['measurement', 'reports'],
  page: () => import('./report-list-page'),
  dialogs: [CREATE_DIALOG],
  record: { page: () => import('./report-page') },
  // Nobody edits one.
  texts: { create: 'reports.create', edit: 'reports.title', remove: 'reports.remove' },
} satisfies Screen;
