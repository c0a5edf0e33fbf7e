// The standard dialogs of a record.
import type { Dialog } from './screen';

export const CREATE_DIALOG: Dialog = {
  path: 'new',
  lazy: () => import('~/kernel/resource/create-dialog'),
};
export const DETAIL_DIALOG: Dialog = {
  path: ':id',
  lazy: () => import('~/kernel/resource/detail-dialog'),
};
export const EDIT_DIALOG: Dialog = {
  path: ':id/edit',
  lazy: () => import('~/kernel/resource/edit-dialog'),
};
/** Creates a record as a copy of another one. */
export const COPY_DIALOG: Dialog = { ...CREATE_DIALOG, path: ':id/copy' };
/** Opens over the record's own page. */
export const EDIT_DIALOG_OF_PAGE: Dialog = { ...EDIT_DIALOG, path: 'edit' };

export const BIN_DIALOG: Dialog = {
  path: 'deleted',
  lazy: () => import('~/kernel/resource/bin-dialog'),
  area: 'forms',
};

export const RECORD_DIALOGS = [CREATE_DIALOG, DETAIL_DIALOG, EDIT_DIALOG];
/** For records that can be restored after deletion. */
export const RECORD_DIALOGS_WITH_BIN = [...RECORD_DIALOGS, BIN_DIALOG];
