// Removing a record: asked first, and a refusal is told with its reason.
import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { errorText } from '~/kernel/errors/error-text';
import { useText } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import type { Resource, ResourceRecord } from './definition';

export function useRemove<Row extends ResourceRecord>(resource: Resource<Row>) {
  const t = useText();
  const queryClient = useQueryClient();
  return useCallback(
    (record: Row, onRemoved?: () => void) => {
      const { remove } = resource.api;
      if (!remove || !resource.texts) return;
      modals.openConfirmModal({
        title: t(resource.texts.remove),
        children: <Text>{t('remove.question', { name: resource.nameOf(record) })}</Text>,
        labels: { confirm: t('action.delete'), cancel: t('action.cancel') },
        confirmProps: { color: 'red' },
        cancelProps: { 'data-autofocus': true },
        size: 'sm',
        centered: true,
        zIndex: 300,
        closeButtonProps: { 'aria-label': t('action.close') },
        onConfirm: () => {
          remove(resource.idOf(record)).then(
            () => {
              toast('success', t('remove.done'));
              onRemoved?.();
              queryClient.removeQueries({
                queryKey: [resource.key, 'detail', resource.idOf(record)],
              });
              void queryClient.invalidateQueries({ queryKey: [resource.key] });
            },
            (error: unknown) => {
              toast('error', errorText(error));
              void queryClient.invalidateQueries({ queryKey: [resource.key] });
            },
          );
        },
      });
    },
    [t, queryClient, resource],
  );
}
