// The resource of reports, which are created and deleted but never changed.
import type { Answer } from '~/domain/client';
import { dateTimeKind } from '~/kernel/field/date-kind';
import { longTextKind, textKind } from '~/kernel/field/text-kind';
import { formatDateTime } from '~/kernel/i18n/format';
import { MEMBER } from '~/kernel/measurement/common-fields';
import { resource } from '~/kernel/resource/resource';
import { kindsKind } from './kinds-kind';
import { ReportSelection } from './report-selection';
import { REPORTS } from './screens';

export type Report = Answer<'GetReport'>;

/** Lists show the start of the comment in one line. */
const commentKind = { ...longTextKind, showBriefly: textKind.show };

export const reports = resource('Report', {
  screen: REPORTS,
  nameOf: ({ memberName }) => memberName,
  removedAs: ({ memberName, createdAt }) => `${memberName} (${formatDateTime(createdAt)})`,
  defaultSort: 'NEWEST',
  neverChanges: true,
  calls: { update: null, revisions: null },
  slots: { selection: ReportSelection },
  fields: [
    MEMBER,
    { name: 'memberName', label: 'member.name', kind: textKind, column: { width: 110 } },
    {
      name: 'createdAt',
      label: 'reports.createdAt',
      kind: dateTimeKind,
      column: { width: 160, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
      filter: ['startCreatedAt', 'endCreatedAt'],
    },
    { name: 'kinds', label: 'reports.kinds', kind: kindsKind, column: { width: 170 } },
    { name: 'companyName', label: 'member.company', kind: textKind, column: { width: 150 } },
    { name: 'accountName', label: 'reports.by', kind: textKind, column: { width: 110 } },
    {
      name: 'comment',
      label: 'reports.comment',
      kind: commentKind,
      column: { width: 260 },
      form: 'create',
    },
  ],
});
