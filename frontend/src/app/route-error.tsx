// A page that failed. Code that could not be fetched usually means a new release, and a core that
// failed inside must be loaded anew: reload once, then say so.
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { isPanic } from '~/domain/panic';
import { useText } from '~/kernel/i18n/i18n';
import { ErrorIcon, RefreshIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import { isChunkFailure, mayReload, noteReload, RELOAD_DELAY } from './chunk-failure';

export function RouteError() {
  const error = useRouteError();
  return isChunkFailure(error) || isPanic(error) ? <ChunkFailure /> : <PageFailure />;
}

function ChunkFailure() {
  const t = useText();
  const [reloading] = useState(() => mayReload(Date.now()));
  useEffect(() => {
    if (!reloading) return;
    const timer = setTimeout(() => {
      noteReload(Date.now());
      window.location.reload();
    }, RELOAD_DELAY);
    return () => {
      clearTimeout(timer);
    };
  }, [reloading]);
  return (
    <StateMessage
      wholePage
      icon={RefreshIcon}
      title={t(reloading ? 'chunk.reloading' : 'chunk.failedAgain')}
    />
  );
}

function PageFailure() {
  const t = useText();
  return (
    <StateMessage
      wholePage
      icon={ErrorIcon}
      title={t('state.error')}
      tone="alarm"
      actions={
        <Button
          variant="default"
          onClick={() => {
            window.location.reload();
          }}
        >
          {t('action.reload')}
        </Button>
      }
    >
      {t('error.unknown')}
    </StateMessage>
  );
}
