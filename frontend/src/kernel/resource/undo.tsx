// Undo: restores a record to its state before a history entry, or restores a deleted record. Lists
// load this module when a record is removed.
import { Button, Group } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { errorText } from '~/kernel/errors/error-text';
import { formatList } from '~/kernel/i18n/format';
import { text, type MessageKey } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import type { NamedField } from './definition';

/** How long undo is offered after an action. */
const OFFERED_MILLISECONDS = 10_000;

interface UndoRequest {
  /** Root of the resource's query keys. */
  key: string;
  revisionId: number;
  /** The version to restore over. A later change by another user is kept. */
  version?: number | undefined;
  done: MessageKey;
  /** The labels of the record's fields. */
  fields: readonly NamedField[];
  /** Deletes a record. Used to undo the restoration of a deleted record. */
  remove?: ((id: number) => Promise<{ revisionId?: number | null }>) | undefined;
}

/** Restores the record and offers to undo that in turn. */
export async function undo(queryClient: QueryClient, undoing: UndoRequest): Promise<void> {
  const { key, revisionId, version, done, fields, remove } = undoing;
  try {
    const body = version === undefined ? {} : { version };
    const restored = await call('UndoRevision', { path: { revisionId }, body });
    const { recordId, alteredFields } = restored;
    if (restored.revisionId !== null) {
      const next = version === undefined ? undefined : version + 1;
      const inTurn = { ...undoing, revisionId: restored.revisionId, version: next };
      offerUndo(text(done), queryClient, inTurn);
    } else if (remove && done === 'deleted.done') {
      offer(text(done), () => void removeAgain(queryClient, undoing, () => remove(recordId)));
    } else toast('success', text(done));
    const altered = fields.filter(({ name }) => alteredFields.includes(name));
    if (altered.length > 0) {
      const names = formatList(altered.map(({ label }) => text(label)));
      toast('warning', text('undo.altered', { fields: names }));
    }
  } catch (error) {
    toast('error', errorText(error));
  }
  void queryClient.invalidateQueries({ queryKey: [key] });
}

/** Undoes the restoration of a deleted record. */
async function removeAgain(
  queryClient: QueryClient,
  undoing: UndoRequest,
  remove: () => Promise<{ revisionId?: number | null }>,
): Promise<void> {
  try {
    const { revisionId } = await remove();
    if (revisionId == null) toast('success', text('remove.done'));
    else offerUndo(text('remove.done'), queryClient, { ...undoing, revisionId });
  } catch (error) {
    toast('error', errorText(error));
  }
  void queryClient.invalidateQueries({ queryKey: [undoing.key] });
}

/** Shows a success message with an undo button. */
export function offerUndo(message: string, queryClient: QueryClient, undoing: UndoRequest): void {
  offer(message, () => void undo(queryClient, undoing));
}

/** Does the same for actions without a history, which are undone by `onUndo`. */
export function offer(message: string, onUndo: () => void): void {
  const offered = {
    id: randomId(),
    color: 'teal',
    role: 'status',
    autoClose: OFFERED_MILLISECONDS,
    closeButtonProps: { 'aria-label': text('action.close') },
    // The notification does not time out while it has keyboard focus.
    onFocus: () => {
      notifications.update({ ...offered, autoClose: false });
    },
    onBlur: () => {
      notifications.update(offered);
    },
    message: (
      <Group justify="space-between" wrap="nowrap">
        {message}
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            notifications.hide(offered.id);
            onUndo();
          }}
        >
          {text('undo.action')}
        </Button>
      </Group>
    ),
  };
  notifications.show(offered);
}
