// Successful and failed sign-ins of an account, newest first.
import { Group, Stack, Text } from '@mantine/core';
import type { Answer, Query } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDateTime } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { MoreButton } from '~/kernel/pages/more-button';
import { usePages } from '~/kernel/pages/use-pages';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { ToneBadge, type Tone } from '~/ui/tone-badge';
import { Device } from '~/kernel/session/device';
import classes from './entries.module.css';

const AT_ONCE = 10;

/** A recovery code may have been used by somebody who found it. */
const TONES: Partial<Record<Answer<'ListOwnSignIns'>['data'][number]['outcome'], Tone>> = {
  SUCCESS: 'good',
  RECOVERY_CODE: 'info',
};

interface SignInListProps {
  queryKey: readonly unknown[];
  ask: (query: Query<'ListOwnSignIns'>, signal: AbortSignal) => Promise<Answer<'ListOwnSignIns'>>;
}

export function SignInList({ queryKey, ask }: SignInListProps) {
  const t = useText();
  const signIns = usePages(queryKey, (page, signal) => ask({ page, pageSize: AT_ONCE }, signal));
  if (signIns.isPending) return <FieldsSkeleton />;
  if (signIns.isError)
    return <QueryError error={signIns.error} retry={() => void signIns.refetch()} />;
  const { rows } = signIns;
  if (rows.length === 0) return <Text c="dimmed">{t('staff.noSignIns')}</Text>;
  return (
    <Stack gap={10} className={classes.entries}>
      {rows.map((row) => (
        <Group key={row.signInId} gap="xs">
          <Text size="sm">
            <time dateTime={row.createdAt}>{formatDateTime(row.createdAt)}</time>
          </Text>
          <ToneBadge tone={TONES[row.outcome] ?? 'raised'}>
            {textIfKnown(`staff.signIn.${row.outcome}`)}
          </ToneBadge>
          <Device browser={row.browser} address={row.address} />
        </Group>
      ))}
      <MoreButton pages={signIns} />
    </Stack>
  );
}
