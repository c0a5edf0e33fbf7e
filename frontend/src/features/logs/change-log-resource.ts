// The change log as a resource: rows that are only read.
import { formatDateTime } from '~/kernel/i18n/format';
import { resource } from '~/kernel/resource/resource';
import { ChangeDetail } from './change-detail';
import { CHANGE_FIELDS } from './change-log-fields';
import { CHANGE_LOG } from './screens';
import { VerifyButton } from './verify-button';

export const changeLog = resource('ChangeLog', {
  screen: CHANGE_LOG,
  nameOf: ({ accountName, createdAt }) => `${accountName} ${formatDateTime(createdAt)}`,
  defaultSort: 'NEWEST',
  pagesByKey: true,
  exports: true,
  calls: { create: null, update: null, remove: null, revisions: null },
  slots: { actions: VerifyButton, detail: ChangeDetail },
  fields: CHANGE_FIELDS,
});
