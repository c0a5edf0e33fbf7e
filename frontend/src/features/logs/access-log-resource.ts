// The resource of the access log: read-only rows.
import { choiceKind } from '~/kernel/field/choice-kind';
import { companyKind } from '~/kernel/field/company-kind';
import { numberKind } from '~/kernel/field/number-kind';
import { textKind } from '~/kernel/field/text-kind';
import { formatDateTime } from '~/kernel/i18n/format';
import { textIfKnown } from '~/kernel/i18n/i18n';
import { resource } from '~/kernel/resource/resource';
import { filterLabels } from './filter-names';
import { positionField, whenField, whoField } from './log-fields';
import { ACCESS_LOG } from './screens';
import { VerifyButton } from './verify-button';

const actionKind = choiceKind({
  words: [
    'REVEAL',
    'READ',
    'READ_HISTORY',
    'LIST',
    'SEARCH_BY_PHONE',
    'SEARCH_BY_BIRTH_DATE',
    'LINK_CANDIDATES',
    'LINK_REQUEST',
    'CONSENTS',
    'PRINT',
    'TRY_SENDING',
    'SEND_REPORT',
    'REVOKE_REPORT',
    'CONFIRM',
    'OPEN_REPORT',
    'FHIR',
    'EXPORT',
    'DOWNLOAD',
    'DELETE_FILE',
  ],
  prefix: 'log.action',
  multiple: true,
});

/** The lists with personal data, by the text keys of their titles. */
const listKind = choiceKind({
  words: [
    'member.title',
    'user.online',
    'user.regular',
    'manager.title',
    'operator.title',
    'measurement.ofMember',
    'stress.ofMember',
    'vision.ofMember',
    'heartRate.ofMember',
    'dementia.title',
    'psychological.title',
    'training.title',
    'reports.title',
    'log.resource.user',
    'user.apps',
    'link.title',
    'report.outbox',
    'alerts.bell',
    'log.bulkRows',
    'job.kind.MEMBER_IMPORT',
    'job.kind.MEASUREMENT_IMPORT',
    'job.kind.BULK_CHANGE',
    'job.kind.BULK_DELETE',
    'job.kind.BULK_UNDO',
    'deleted.title',
    'log.whoRead',
    'statistics.attentionPeople',
    'log.access',
    'log.changes',
  ],
  label: textIfKnown,
});

export const accessLog = resource('AccessLog', {
  screen: ACCESS_LOG,
  nameOf: ({ accountName, createdAt }) => `${accountName} ${formatDateTime(createdAt)}`,
  defaultSort: 'NEWEST',
  pagesByKey: true,
  exports: true,
  exportReason: 'every',
  whenEmpty: { title: 'log.empty', hint: 'log.accessEmptyHint' },
  calls: { create: null, update: null, remove: null, revisions: null },
  // The button verifies both logs.
  slots: { actions: VerifyButton },
  fields: [
    whenField,
    whoField,
    {
      name: 'action',
      label: 'log.what',
      kind: actionKind,
      column: { width: 190 },
      filter: ['actions'],
    },
    {
      name: 'memberName',
      label: 'log.whose',
      kind: textKind,
      value: ({ memberName, userName }) => memberName ?? userName,
      column: { width: 110 },
      filter: ['memberName'],
    },
    {
      name: 'list',
      label: 'log.list',
      kind: listKind,
      column: { width: 150, optional: true },
      filter: ['list'],
    },
    {
      name: 'companyName',
      label: 'member.company',
      kind: companyKind(),
      column: { width: 150 },
      filter: ['companyId'],
    },
    { name: 'persons', label: 'log.persons', kind: numberKind(), column: { width: 90 } },
    {
      name: 'pages',
      label: 'log.pages',
      kind: numberKind(),
      column: { width: 90, optional: true },
    },
    {
      name: 'filters',
      label: 'log.filters',
      kind: textKind,
      value: ({ filters }) => filterLabels(filters),
      column: { width: 160, optional: true },
    },
    { name: 'reason', label: 'log.reason', kind: textKind, column: { width: 140 } },
    {
      name: 'address',
      label: 'log.address',
      kind: textKind,
      column: { width: 130 },
      filter: ['address'],
    },
    { name: 'requestId', label: 'log.requestId', kind: textKind },
    positionField,
  ],
});
