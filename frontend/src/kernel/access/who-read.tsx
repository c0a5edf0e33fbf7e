// Who read a member's personal data: for whoever works with the member.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDateTime } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { EyeIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';

export function WhoRead({ memberId }: { memberId: number }) {
  const t = useText();
  const readings = useInfiniteQuery({
    queryKey: ['members', 'access', memberId],
    queryFn: ({ pageParam, signal }) =>
      call('ListMemberAccessLogs', { path: { memberId }, query: { page: pageParam } }, signal),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.data.length === page.pageSize ? page.page + 1 : undefined),
  });
  if (readings.isPending) return <FieldsSkeleton />;
  if (readings.isError)
    return <QueryError error={readings.error} retry={() => void readings.refetch()} />;
  const rows = readings.data.pages.flatMap((page) => page.data);
  if (rows.length === 0) return <StateMessage icon={EyeIcon} title={t('log.nobodyRead')} />;
  return (
    <Stack gap="xs">
      {rows.map((row) => (
        <Group key={row.accessLogId} gap="xs">
          <Text fw={550}>{row.accountName}</Text>
          <Text>{textIfKnown(`log.action.${row.action}`)}</Text>
          {row.reason !== null && <Text dir="auto">{row.reason}</Text>}
          <Text size="sm" c="dimmed">
            <time dateTime={row.createdAt}>{formatDateTime(row.createdAt)}</time>
          </Text>
        </Group>
      ))}
      {readings.hasNextPage && (
        <Button
          variant="default"
          loading={readings.isFetchingNextPage}
          onClick={() => void readings.fetchNextPage()}
        >
          {t('revision.more')}
        </Button>
      )}
    </Stack>
  );
}
