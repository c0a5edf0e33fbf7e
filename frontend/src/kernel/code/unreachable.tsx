// What stands where code would be that the server cannot be asked for just now, with another try. It tries by
// itself once the browser is on the network again.
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
