// Verifies both logs on the server and shows the result, on the page of either log. Only for
// administrators who may read the change log: the chain covers the rows of all companies.
import { Button, Popover, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { useAccess } from '~/kernel/access/access';
import { errorText } from '~/kernel/errors/error-text';
import { formatNumber } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { useAuthority } from '~/kernel/session/session';
import { toast } from '~/kernel/toast/toast';
import { VerifiedIcon } from '~/ui/icons';
import { CHANGE_LOG } from './screens';

type Verified = Answer<'VerifyLogs'>['logs'][number];

export function VerifyButton() {
  const t = useText();
  const access = useAccess(CHANGE_LOG.path);
  const authority = useAuthority();
  const [logs, setLogs] = useState<readonly Verified[]>([]);
  const verify = useMutation({
    mutationFn: () => call('VerifyLogs', {}),
    onSuccess: (found) => {
      if (!found.isFinished) toast('info', t('log.verifying'));
      setLogs(found.logs);
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
  });
  if (!access.read || authority !== 'ADMIN') return null;
  return (
    <Popover
      opened={logs.length > 0}
      onChange={() => {
        setLogs([]);
      }}
      position="bottom-end"
      width="min(340px, 92vw)"
      shadow="md"
      withArrow
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<VerifiedIcon size={16} stroke={1.6} aria-hidden />}
          loading={verify.isPending}
          onClick={() => {
            verify.mutate();
          }}
        >
          {t('log.verify')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('log.verify')}>
        <Stack gap="sm">
          {logs.map((found) => (
            <VerifiedLog key={found.log} found={found} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function VerifiedLog({ found: { log, rows, waiting, flaw } }: { found: Verified }) {
  const t = useText();
  const said = flaw
    ? textIfKnown(`log.flaw.${flaw.kind}`, {
        position: formatNumber(flaw.position),
        row: String(flaw.rowId ?? ''),
      })
    : t('log.verified', { rows: formatNumber(rows) });
  return (
    <div role={flaw ? 'alert' : 'status'}>
      <Text fw={550}>{t(log === 'ACCESS' ? 'log.access' : 'log.changes')}</Text>
      <Text size="sm" {...(flaw && { c: 'red' })}>
        {said}
      </Text>
      {waiting > 0 && (
        <Text size="sm" c="dimmed">
          {t('log.waiting', { rows: formatNumber(waiting) })}
        </Text>
      )}
    </div>
  );
}
