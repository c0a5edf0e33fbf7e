// The detail of a message, with its actions.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';
import { useAsk } from '~/kernel/dialog/question';
import { errorText } from '~/kernel/errors/error-text';
import { useText } from '~/kernel/i18n/i18n';
import { FieldList } from '~/kernel/resource/field-list';
import { toast } from '~/kernel/toast/toast';
import { messages } from './message-resource';

export function MessageDetail({ record }: { record: Answer<'GetMessage'> }) {
  const t = useText();
  const ask = useAsk();
  const queryClient = useQueryClient();
  const { messageId } = record;
  const doing = {
    onError: (error: Error) => {
      toast('error', errorText(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [messages.key] }),
  };
  const retry = useMutation({
    ...doing,
    mutationFn: () => call('RetryMessage', { path: { messageId } }),
    onSuccess: ({ state }) => {
      toast('success', t(`report.state.${state}`));
    },
  });
  const revoke = useMutation({
    ...doing,
    mutationFn: () => call('RevokeReportLink', { path: { reportLinkId: messageId } }),
    onSuccess: () => {
      toast('success', t('report.revoked'));
    },
  });
  return (
    <Stack gap="md">
      <FieldList fields={messages.fields} record={record} />
      {record.kind === 'DORMANCY' && (
        <Stack gap={4}>
          <Text size="sm" fw={550}>
            {t('dormancy.message.subject')}
          </Text>
          <Text size="sm">{t('dormancy.message.text')}</Text>
        </Stack>
      )}
      {record.state === 'UNCERTAIN' && <Text size="sm">{t('report.uncertainHint')}</Text>}
      {(record.canRetry || record.canRevoke) && (
        <Group justify="flex-end" gap="xs">
          {record.canRevoke && (
            <Button
              variant="subtle"
              color="red"
              disabled={revoke.isPending}
              onClick={() => {
                ask({
                  title: t('report.revoke'),
                  text: t('report.revokeQuestion', { name: record.personName }),
                  confirmLabel: t('report.revoke'),
                  onConfirm: () => {
                    revoke.mutate();
                  },
                });
              }}
            >
              {t('report.revoke')}
            </Button>
          )}
          {record.canRetry && (
            <Button
              loading={retry.isPending}
              onClick={() => {
                retry.mutate();
              }}
            >
              {t('report.retry')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
