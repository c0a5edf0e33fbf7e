// Undoing: puts a record back to what it was before an entry of its history, also one that was deleted.
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '~/domain/client';
import { errorText } from '~/kernel/errors/error-text';
import { text, type MessageKey } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import type { Resource, ResourceRecord } from './definition';

/** How long it is offered to undo what has just been done. */
const OFFERED_MILLISECONDS = 10_000;

interface Undoing {
  revisionId: number;
  /** What somebody else has changed meanwhile stays. */
  version?: number | undefined;
  done: MessageKey;
}

export function useUndo<Row extends ResourceRecord>(resource: Resource<Row>) {
  const queryClient = useQueryClient();
  return useCallback(
    async ({ revisionId, version, done }: Undoing) => {
      try {
        const undone = await call('UndoRevision', {
          path: { revisionId },
          body: version === undefined ? {} : { version },
        });
        toast('success', text(done));
        return undone;
      } catch (error) {
        toast('error', errorText(error));
        return undefined;
      } finally {
        void queryClient.invalidateQueries({ queryKey: [resource.key] });
      }
    },
    [queryClient, resource],
  );
}

/** Says what was done, and offers to undo it. */
export function offerUndo(message: string, undo: () => void): void {
  const id = notifications.show({
    color: 'teal',
    role: 'status',
    autoClose: OFFERED_MILLISECONDS,
    closeButtonProps: { 'aria-label': text('action.close') },
    message: (
      <Group justify="space-between" wrap="nowrap">
        {message}
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          {text('undo.action')}
        </Button>
      </Group>
    ),
  });
}
