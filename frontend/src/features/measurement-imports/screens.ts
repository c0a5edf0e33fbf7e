// Importing measurements of one kind: a dialog over the history of that kind.
import type { Dialog, Screen } from '~/kernel/screen/screen';
import type { ImportedKind } from './import-dialog';

/** The history of a kind, with the dialog by which a file of it is imported. */
export function withImport(screen: Screen, kind: ImportedKind): Screen {
  const dialog: Dialog = {
    path: 'import',
    lazy: async () => {
      const { importOf } = await import('./import-dialog');
      return { Component: importOf(kind, screen.title) };
    },
    area: ['imports', 'measurement-imports'],
  };
  return { ...screen, dialogs: [...(screen.dialogs ?? []), dialog] };
}
