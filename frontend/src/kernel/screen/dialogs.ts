// The dialogs of a record, for the screens that have them.
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
/** Registers a record that begins as another one. */
export const COPY_DIALOG: Dialog = { ...CREATE_DIALOG, path: ':id/copy' };
/** Over the record's own page. */
export const EDIT_DIALOG_OF_PAGE: Dialog = { ...EDIT_DIALOG, path: 'edit' };

export const BIN_DIALOG: Dialog = {
  path: 'deleted',
  lazy: () => import('~/kernel/resource/bin-dialog'),
  area: 'forms',
};

export const RECORD_DIALOGS = [CREATE_DIALOG, DETAIL_DIALOG, EDIT_DIALOG];
/** Of records that can be restored when they were deleted. */
export const RECORD_DIALOGS_WITH_BIN = [...RECORD_DIALOGS, BIN_DIALOG];
