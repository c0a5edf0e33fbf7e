// The change log as a resource: rows that are only read.
import { choiceKind } from '~/kernel/field/choice-kind';
import { dateTimeKind } from '~/kernel/field/date-kind';
import { numberKind } from '~/kernel/field/number-kind';
import { textKind } from '~/kernel/field/text-kind';
import { formatDateTime, formatList } from '~/kernel/i18n/format';
import { resource } from '~/kernel/resource/resource';
import { changedFieldName } from './field-names';
import { CHANGE_LOG } from './screens';
import { VerifyButton } from './verify-button';

const actionKind = choiceKind({
  words: ['CREATE', 'UPDATE', 'DELETE', 'RESTORE'],
  prefix: 'revision.action',
  multiple: true,
});

const resourceKind = choiceKind({
  words: [
    'member',
    'company',
    'division',
    'user',
    'memberLink',
    'physicalMeasurement',
    'stressMeasurement',
    'visionMeasurement',
    'heartRateMeasurement',
    'dementiaScreening',
    'dementiaNorms',
    'psychologicalTest',
    'adminBoard',
    'terms',
    'manager',
    'operator',
    'permissionGroup',
    'menuItem',
    'code',
    'userApp',
    'companyUserApp',
    'report',
  ],
  prefix: 'log.resource',
  multiple: true,
});

export const changeLog = resource('ChangeLog', {
  screen: CHANGE_LOG,
  nameOf: ({ accountName, createdAt }) => `${accountName} ${formatDateTime(createdAt)}`,
  defaultSort: 'NEWEST',
  pagesByKey: true,
  exports: true,
  calls: { create: null, update: null, remove: null, revisions: null },
  slots: { actions: VerifyButton },
  fields: [
    {
      name: 'createdAt',
      label: 'log.when',
      kind: dateTimeKind,
      column: { width: 138, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
      filter: ['startCreatedAt', 'endCreatedAt'],
    },
    {
      name: 'accountName',
      label: 'log.who',
      kind: textKind,
      column: { width: 120 },
      filter: ['accountName'],
    },
    {
      name: 'resource',
      label: 'log.resource',
      kind: resourceKind,
      column: { width: 120 },
      filter: ['resources'],
    },
    {
      name: 'recordId',
      label: 'log.record',
      kind: textKind,
      value: ({ recordId }) => String(recordId),
      column: { width: 100 },
      filter: ['recordId'],
    },
    {
      name: 'action',
      label: 'log.what',
      kind: actionKind,
      column: { width: 80 },
      filter: ['actions'],
    },
    {
      name: 'fields',
      label: 'log.fields',
      kind: textKind,
      value: ({ resource, changes }) =>
        formatList(changes.map(({ field }) => changedFieldName(resource, field))),
      column: { width: 300 },
    },
    { name: 'position', label: 'log.position', kind: numberKind() },
  ],
});
