// The access log of a person's data, for staff who work with the person.
import { Group, Stack, Text } from '@mantine/core';
import { call, type Answer } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDateTime } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { MoreButton } from '~/kernel/pages/more-button';
import { usePages } from '~/kernel/pages/use-pages';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { EyeIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';

/** An access, with the company of the member if it is ambiguous. */
type Reading = Answer<'ListMemberAccessLogs'>['data'][number] & { companyName?: string | null };

interface ReadingsProps {
  queryKey: readonly unknown[];
  ask: (
    page: number,
    signal: AbortSignal,
  ) => Promise<{ data: Reading[]; page: number; pageSize: number }>;
}

export function WhoRead({ memberId }: { memberId: number }) {
  return (
    <Readings
      queryKey={['members', 'access', memberId]}
      ask={(page, signal) =>
        call('ListMemberAccessLogs', { path: { memberId }, query: { page } }, signal)
      }
    />
  );
}

export function Readings({ queryKey, ask }: ReadingsProps) {
  const t = useText();
  const readings = usePages<Reading, Awaited<ReturnType<ReadingsProps['ask']>>>(queryKey, ask);
  if (readings.isPending) return <FieldsSkeleton />;
  if (readings.isError)
    return <QueryError error={readings.error} retry={() => void readings.refetch()} />;
  const { rows } = readings;
  if (rows.length === 0)
    return (
      <StateMessage icon={EyeIcon} title={t('log.nobodyRead')}>
        {t('log.whoReadNote')}
      </StateMessage>
    );
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('log.whoReadNote')}
      </Text>
      {rows.map((row) => (
        <Group key={row.accessLogId} gap="xs">
          <Text fw={550}>{row.accountName}</Text>
          <Text>
            {textIfKnown(`log.action.${row.action}`)}
            {row.list !== null && <> · {textIfKnown(row.list) ?? row.list}</>}
          </Text>
          {row.reason !== null && <Text dir="auto">{row.reason}</Text>}
          {typeof row.companyName === 'string' && (
            <Text size="sm" c="dimmed" component="bdi">
              {row.companyName}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            <time dateTime={row.createdAt}>{formatDateTime(row.createdAt)}</time>
          </Text>
        </Group>
      ))}
      <MoreButton pages={readings} />
    </Stack>
  );
}
