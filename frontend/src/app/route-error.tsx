// The error page of a route. If code cannot be fetched although the server is reachable, there is a
// new release; if the core has panicked, it must be restarted. Both reload the page, at most once
// in five minutes, and otherwise show an error. If the server is unreachable, a reload would lose
// the console, so it stays and the page is retried.
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
  // A retry has a new location key, so its failure is analysed again.
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
    // Only afterwards, so that a failure during the check is not taken for one of the page.
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
