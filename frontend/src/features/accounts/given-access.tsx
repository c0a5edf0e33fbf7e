// What an account has handed out: keys of companies' systems and links to measurements. They end with
// the account unless somebody takes them over.
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '~/domain/client';
import { useAsk } from '~/kernel/dialog/question';
import { errorText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { formatNumber } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { toast } from '~/kernel/toast/toast';

type Given = Answer<'GetManagerGivenAccess'>;

export interface GivenAccessCalls {
  count: (signal: AbortSignal) => Promise<Given>;
  takeOver: () => Promise<Given>;
}

interface GivenAccessProps extends GivenAccessCalls {
  accountId: number;
  name: string;
  mayTakeOver: boolean;
}

const told = ({ credentials, reportLinks }: Given) => ({
  credentials: formatNumber(credentials),
  links: formatNumber(reportLinks),
});

export function GivenAccess({ accountId, name, mayTakeOver, count, takeOver }: GivenAccessProps) {
  const t = useText();
  const ask = useAsk();
  const queryClient = useQueryClient();
  const queryKey = ['given-access', accountId];
  const given = useQuery({ queryKey, queryFn: ({ signal }) => count(signal) });
  const taking = useMutation({
    mutationFn: takeOver,
    onSuccess: (taken) => {
      toast('success', t('staff.tookOver', told(taken)));
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  if (given.isPending) return <FieldsSkeleton />;
  if (given.isError) return <QueryError error={given.error} retry={() => void given.refetch()} />;
  const isNone = given.data.credentials + given.data.reportLinks === 0;
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed">
        {t('staff.givenAccessCount', told(given.data))}
      </Text>
      {mayTakeOver && !isNone && (
        <Button
          variant="default"
          size="xs"
          loading={taking.isPending}
          onClick={() => {
            ask({
              title: t('staff.takeOver'),
              text: t('staff.takeOverQuestion', { name }),
              confirmLabel: t('staff.takeOver'),
              onConfirm: () => {
                taking.mutate();
              },
            });
          }}
        >
          {t('staff.takeOver')}
        </Button>
      )}
    </Group>
  );
}
