// A page that failed. Code that could not be fetched although the server is there means a new release, and a core
// that failed inside must be loaded anew: reload once, then say so. Where the server is not there, a reload would
// leave nothing of the console: it stays, and the page is tried again.
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { isPanic } from '~/domain/panic';
import {
  isChunkFailure,
  isServerThere,
  mayReload,
  noteReload,
  RELOAD_DELAY,
} from '~/kernel/code/code-failure';
import { Unreachable } from '~/kernel/code/unreachable';
import { useText } from '~/kernel/i18n/i18n';
import { RefreshIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import { PageFailure } from './failure-boundary';
import { PagePlaceholder } from './page-placeholder';

export function RouteError() {
  const error = useRouteError();
  const { key } = useLocation();
  // Another try is another place in the history; what it fails of is looked into anew.
  return isChunkFailure(error) || isPanic(error) ? <ChunkFailure key={key} /> : <PageFailure />;
}

type Finding = 'LOOKING' | 'AWAY' | 'RELOADING' | 'RELOADED_ALREADY';

function ChunkFailure() {
  const t = useText();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const [finding, setFinding] = useState<Finding>('LOOKING');
  useEffect(() => {
    let wanted = true;
    void isServerThere().then((there) => {
      if (!wanted) return;
      setFinding(!there ? 'AWAY' : mayReload(Date.now()) ? 'RELOADING' : 'RELOADED_ALREADY');
    });
    return () => {
      wanted = false;
    };
  }, []);
  useEffect(() => {
    if (finding !== 'RELOADING') return;
    const timer = setTimeout(() => {
      noteReload(Date.now());
      window.location.reload();
    }, RELOAD_DELAY);
    return () => {
      clearTimeout(timer);
    };
  }, [finding]);
  const [trying, setTrying] = useState(false);
  const tryAgain = useCallback(async () => {
    setTrying(true);
    // Only then, so that a failure on the way there is never taken for one of the page.
    if (await isServerThere()) await navigate({ pathname, search, hash }, { replace: true });
    setTrying(false);
  }, [navigate, pathname, search, hash]);
  const onRetry = useCallback(() => void tryAgain(), [tryAgain]);
  if (finding === 'LOOKING') return <PagePlaceholder />;
  if (finding === 'AWAY') return <Unreachable wholePage busy={trying} onRetry={onRetry} />;
  return (
    <StateMessage
      wholePage
      icon={RefreshIcon}
      title={t(finding === 'RELOADING' ? 'chunk.reloading' : 'chunk.failedAgain')}
    />
  );
}
