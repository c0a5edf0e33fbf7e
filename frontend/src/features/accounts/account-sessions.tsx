// The devices that an account is signed in on, each of which can be signed out.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { errorText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { toast } from '~/kernel/toast/toast';
import { ToneBadge } from '~/ui/tone-badge';
import { Device } from '~/kernel/session/device';

export function AccountSessions({ accountId, mayEnd }: { accountId: number; mayEnd: boolean }) {
  const t = useText();
  const queryClient = useQueryClient();
  const queryKey = ['account-sessions', accountId];
  const sessions = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('ListAccountSessions', { path: { accountId } }, signal),
  });
  const end = useMutation({
    mutationFn: (sessionId: number | undefined) =>
      sessionId === undefined
        ? call('EndAccountSessions', { path: { accountId } })
        : call('EndAccountSession', { path: { accountId, sessionId } }),
    onSuccess: () => {
      toast('success', t('staff.sessionEnded'));
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  if (sessions.isPending) return <FieldsSkeleton />;
  if (sessions.isError)
    return <QueryError error={sessions.error} retry={() => void sessions.refetch()} />;
  if (sessions.data.length === 0) return <Text c="dimmed">{t('staff.noSessions')}</Text>;
  const others = sessions.data.filter((session) => !session.isCurrent);
  return (
    <Stack gap="xs">
      {sessions.data.map((session) => (
        <Group key={session.sessionId} justify="space-between" gap="xs">
          <Group gap="xs">
            <Device browser={session.browser} address={session.address} />
            <Text size="sm" c="dimmed">
              {t('staff.since', { time: formatDateTime(session.createdAt) })}
            </Text>
            <Text size="sm" c="dimmed">
              {t('staff.lastUsed', { time: formatDateTime(session.usedAt) })}
            </Text>
          </Group>
          {session.isCurrent ? (
            <ToneBadge tone="info">{t('staff.thisSession')}</ToneBadge>
          ) : (
            mayEnd && (
              <Button
                variant="default"
                size="xs"
                disabled={end.isPending}
                onClick={() => {
                  end.mutate(session.sessionId);
                }}
              >
                {t('staff.endSession')}
              </Button>
            )
          )}
        </Group>
      ))}
      {mayEnd && others.length > 1 && (
        <Group justify="flex-end">
          <Button
            variant="default"
            size="xs"
            disabled={end.isPending}
            onClick={() => {
              end.mutate(undefined);
            }}
          >
            {t('staff.endSessions')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
