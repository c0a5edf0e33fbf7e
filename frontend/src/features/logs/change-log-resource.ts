// The change log as a resource: rows that are only read.
import { text, textIfKnown } from '~/kernel/i18n/i18n';
import { resource } from '~/kernel/resource/resource';
import { ChangeDetail } from './change-detail';
import { CHANGE_FIELDS } from './change-log-fields';
import { CHANGE_LOG } from './screens';
import { VerifyButton } from './verify-button';

export const changeLog = resource('ChangeLog', {
  screen: CHANGE_LOG,
  // What was changed, and not by whom: that stands below.
  nameOf: ({ resource, recordId, action }) => {
    const what = textIfKnown(`log.resource.${resource}`) ?? text('log.record');
    const done = textIfKnown(`revision.action.${action}`);
    return [`${what} ${String(recordId)}`, done].filter(Boolean).join(' · ');
  },
  defaultSort: 'NEWEST',
  pagesByKey: true,
  exports: true,
  exportReason: 'every',
  whenEmpty: { title: 'log.empty' },
  calls: { create: null, update: null, remove: null, revisions: null },
  slots: { actions: VerifyButton, detail: ChangeDetail },
  fields: CHANGE_FIELDS,
});
