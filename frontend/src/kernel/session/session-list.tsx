// The sessions of an account, each with a button to end it.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '~/domain/client';
import { errorText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { Device, deviceName } from '~/kernel/session/device';
import { toast } from '~/kernel/toast/toast';
import { ToneBadge } from '~/ui/tone-badge';
import classes from './entries.module.css';

interface SessionListProps {
  queryKey: readonly unknown[];
  ask: (signal: AbortSignal) => Promise<Answer<'ListOwnSessions'>>;
  /** Ends a session, or all but the caller's. Absent if the user may not. */
  end?: ((sessionId: number | undefined) => Promise<unknown>) | undefined;
  /** Label of the button that ends all of them. */
  endAllLabel: MessageKey;
  /** Ends the caller's own session, if it is in the list. */
  onSignOut?: () => void;
}

export function SessionList({ queryKey, ask, end, endAllLabel, onSignOut }: SessionListProps) {
  const t = useText();
  const queryClient = useQueryClient();
  const sessions = useQuery({ queryKey, queryFn: ({ signal }) => ask(signal) });
  const ending = useMutation({
    mutationFn: async (sessionId: number | undefined) => end?.(sessionId),
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
  const button = (label: string, onClick: () => void, name?: string) => (
    <Button
      variant="default"
      size="xs"
      disabled={ending.isPending}
      onClick={onClick}
      aria-label={name}
    >
      {label}
    </Button>
  );
  return (
    <Stack gap={10} className={classes.entries}>
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
            {session.isCurrent && <ToneBadge tone="info">{t('staff.thisSession')}</ToneBadge>}
          </Group>
          {session.isCurrent
            ? onSignOut && button(t('shell.logout'), onSignOut)
            : end &&
              button(
                t('staff.endSession'),
                () => {
                  ending.mutate(session.sessionId);
                },
                // Describes the session for the button's accessible name.
                [t('staff.endSession'), deviceName(session.browser ?? ''), session.address]
                  .filter((part) => part !== null)
                  .join(', '),
              )}
        </Group>
      ))}
      {end && others.length > 1 && (
        <Group justify="flex-end">
          {button(t(endAllLabel), () => {
            ending.mutate(undefined);
          })}
        </Group>
      )}
    </Stack>
  );
}
