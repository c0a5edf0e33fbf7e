// Registering many people by a file: a dialog over the lists of those who are registered by it.
import type { Dialog } from '~/kernel/screen/screen';

/** Members, and where that is wanted users with them. */
export const IMPORT_DIALOG: Dialog = {
  path: 'import',
  lazy: () => import('./import-dialog'),
  area: ['imports', 'member-imports'],
};
