// Shows a page only if the user's permission group includes it.
import { useLocation, useMatches } from 'react-router';
import { useEffect, type ReactNode } from 'react';
import { QueryError } from '~/kernel/errors/query-error';
import { useAccess } from '~/kernel/access/access';
import { needsLoading } from '~/kernel/i18n/translated-pages';
import { useMe } from '~/kernel/session/account';
import { NoAccessPage } from '../no-access-page';
import { UNGATED } from '../not-found-route';
import { PagePlaceholder } from '../page-placeholder';
import { pageAt } from '../page-routes';

export function PageGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const me = useMe();
  // A dialog has the access rights of its page: access to a page includes its dialogs.
  const access = useAccess(pageAt({ pathname }));
  // Unknown addresses show the "not found" page to everybody.
  const ungated = UNGATED.includes(useMatches().at(-1)?.id ?? '');
  const leaving = needsLoading(pathname);
  useEffect(() => {
    if (leaving) window.location.reload();
  }, [leaving]);
  if (leaving || me.isPending) return <PagePlaceholder />;
  // If refetching fails, known rights stay valid: the page with its input must not be unmounted.
  if (me.isError && !me.data) {
    return <QueryError error={me.error} retry={() => void me.refetch()} />;
  }
  if (!access.read && !ungated) return <NoAccessPage />;
  return children;
}
