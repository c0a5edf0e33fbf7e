// The resource of the change log: read-only rows.
import { text, textIfKnown } from '~/kernel/i18n/i18n';
import { resource } from '~/kernel/resource/resource';
import { ChangeDetail } from './change-detail';
import { CHANGE_FIELDS } from './change-log-fields';
import { CHANGE_LOG } from './screens';
import { VerifyButton } from './verify-button';

export const changeLog = resource('ChangeLog', {
  screen: CHANGE_LOG,
  // Names what was changed; the author is shown below.
  nameOf: ({ resource, recordId, action }) => {
    const what = textIfKnown(`log.resource.${resource}`) ?? text('log.record');
    const done = textIfKnown(`revision.action.${action}`);
    return [`${what} ${String(recordId)}`, done].filter(Boolean).join(' · ');
  },
  defaultSort: 'NEWEST',
  pagesByKey: true,
  exports: true,
  exportReason: 'every',
  whenEmpty: { title: 'log.empty', hint: 'log.changesEmptyHint' },
  calls: { create: null, update: null, remove: null, revisions: null },
  slots: { actions: VerifyButton, detail: ChangeDetail },
  fields: CHANGE_FIELDS,
});
