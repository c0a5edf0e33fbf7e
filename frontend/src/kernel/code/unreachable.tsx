// Replaces a part whose code cannot be loaded because the server is unreachable. It has a retry
// button and retries when the browser is online again.
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import { OfflineIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';

interface UnreachableProps {
  onRetry: () => void;
  busy?: boolean;
  wholePage?: boolean;
}

export function Unreachable({ onRetry, busy = false, wholePage = false }: UnreachableProps) {
  const t = useText();
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => {
      window.removeEventListener('online', onRetry);
    };
  }, [onRetry]);
  return (
    <StateMessage
      wholePage={wholePage}
      icon={OfflineIcon}
      title={t('state.offline')}
      tone="alarm"
      actions={
        <Button variant="default" loading={busy} onClick={onRetry}>
          {t('action.retry')}
        </Button>
      }
    >
      {t('state.offlineHint')}
    </StateMessage>
  );
}
