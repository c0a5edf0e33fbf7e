// A failed query: the reason, the request id for support, and a retry button.
import { Button, Code } from '@mantine/core';
import { useText } from '~/kernel/i18n/i18n';
import { ErrorIcon, NoAccessIcon, NotFoundIcon, OfflineIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import { errorText, isForbidden, isNotFound, isOffline, requestIdOf } from './error-text';

interface QueryErrorProps {
  error: unknown;
  retry: () => void;
}

export function QueryError({ error, retry }: QueryErrorProps) {
  const t = useText();
  const requestId = requestIdOf(error);
  const again = (
    <Button variant="default" onClick={retry}>
      {t('action.retry')}
    </Button>
  );
  if (isOffline(error)) {
    return (
      <StateMessage icon={OfflineIcon} title={t('state.offline')} actions={again} tone="alarm">
        {t('state.offlineHint')}
      </StateMessage>
    );
  }
  if (isForbidden(error)) {
    return (
      <StateMessage
        icon={NoAccessIcon}
        title={t('state.noAccess')}
        children={t('state.noAccessHint')}
      />
    );
  }
  if (isNotFound(error)) {
    return (
      <StateMessage
        icon={NotFoundIcon}
        title={t('state.recordNotFound')}
        children={t('state.recordNotFoundHint')}
      />
    );
  }
  return (
    <StateMessage icon={ErrorIcon} title={t('state.error')} actions={again} tone="alarm">
      {errorText(error)}
      {requestId !== undefined && (
        <div>
          {t('state.requestId')} <Code>{requestId}</Code>
        </div>
      )}
    </StateMessage>
  );
}
