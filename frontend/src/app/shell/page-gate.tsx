// Lets a page show only when the caller's permission group includes it.
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
  // A dialog is its page's own: nobody is let into a page and kept from what it opens.
  const access = useAccess(pageAt({ pathname }));
  // An address that leads nowhere is answered by its own page, whoever asks.
  const ungated = UNGATED.includes(useMatches().at(-1)?.id ?? '');
  const leaving = needsLoading(pathname);
  useEffect(() => {
    if (leaving) window.location.reload();
  }, [leaving]);
  if (leaving || me.isPending) return <PagePlaceholder />;
  // What is known stays good when asking again has failed; a page with its input must not go for that.
  if (me.isError && !me.data) {
    return <QueryError error={me.error} retry={() => void me.refetch()} />;
  }
  if (!access.read && !ungated) return <NoAccessPage />;
  return children;
}
