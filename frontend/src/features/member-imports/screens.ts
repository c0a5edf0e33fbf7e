// The import of people from a file: a dialog over the lists of members and users.
import type { Dialog } from '~/kernel/screen/screen';

/** Imports members and, optionally, users for them. */
export const IMPORT_DIALOG: Dialog = {
  path: 'import',
  lazy: () => import('./import-dialog'),
  area: ['imports', 'member-imports'],
};
