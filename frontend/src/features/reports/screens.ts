// The screen of reports and the page of a report.
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
  // Required by the type, although reports cannot be edited.
  texts: { create: 'reports.create', edit: 'reports.title', remove: 'reports.remove' },
} satisfies Screen;
