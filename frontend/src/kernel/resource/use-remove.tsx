// Removes a record after a confirmation, and shows the reason if the server refuses.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useAsk } from '~/kernel/dialog/question';
import { errorText, fieldErrorsOf, isNotFound } from '~/kernel/errors/error-text';
import { useText } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import type { Resource, ResourceRecord } from './definition';
import { isOfDependents } from './refusal';
import { tellRemoved } from './removed';

export function useRemove<Row extends ResourceRecord>(resource: Resource<Row>) {
  const t = useText();
  const ask = useAsk();
  const queryClient = useQueryClient();
  return useCallback(
    (record: Row, onRemoved?: () => void) => {
      const { remove } = resource.api;
      if (!remove || !resource.texts) return;
      const title = t(resource.texts.remove);
      ask({
        title,
        text: t(resource.bin === undefined ? 'remove.question' : 'remove.questionBin', {
          name: (resource.removedAs ?? resource.nameOf)(record),
        }),
        confirmLabel: t('action.delete'),
        onConfirm: () => {
          remove(resource.idOf(record)).then(
            ({ revisionId }) => {
              const done = () => {
                toast('success', t('remove.done'));
              };
              if (revisionId == null) done();
              else
                import('./undo').then(({ offerUndo }) => {
                  const { key, fields } = resource;
                  const undoing = {
                    key,
                    revisionId,
                    done: 'deleted.done',
                    fields,
                    remove,
                  } as const;
                  offerUndo(t('remove.done'), queryClient, undoing);
                }, done);
              onRemoved?.();
              tellRemoved(resource.key, resource.idOf(record));
              queryClient.removeQueries({
                queryKey: [resource.key, 'detail', resource.idOf(record)],
              });
              void queryClient.invalidateQueries({ queryKey: [resource.key] });
            },
            (error: unknown) => {
              const refused = () => {
                toast('error', errorText(error));
              };
              const found = fieldErrorsOf(error).filter(isOfDependents);
              if (found.length === 0) refused();
              else
                import('./dependents').then(({ Dependents }) => {
                  const lists = resource.dependentsOf?.(record) ?? {};
                  ask({ title, text: <Dependents found={found} lists={lists} /> });
                }, refused);
              // A refusal does not refetch an immutable record: every read of a person's record is
              // logged.
              const isKept = resource.neverChanges === true && !isNotFound(error);
              void queryClient.invalidateQueries({
                queryKey: [resource.key],
                predicate: ({ queryKey: [, part] }) => !isKept || part !== 'detail',
              });
            },
          );
        },
      });
    },
    [t, ask, queryClient, resource],
  );
}
