// The import of measurements of one kind: a dialog over the kind's history.
import type { Dialog, Screen } from '~/kernel/screen/screen';
import type { ImportedKind } from './import-dialog';

/** Adds the import dialog to the history of a kind. */
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
