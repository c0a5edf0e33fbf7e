// The console of a signed-in user. It has its own router and query cache, so that nobody sees data
// of the previous user. The list of pages is part of this module: a visitor who is not signed in
// loads nothing of the console.
import { QueryClientProvider } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { followRights } from '~/kernel/query/follow-rights';
import { makeQueryClient } from '~/kernel/query/query-client';
import { retryFailed } from '~/kernel/query/retry-failed';
import { loadMe } from '~/kernel/session/account';
import { ALL_SERVICES_ID, selectedServiceAtom } from '~/kernel/session/selected-service';
import { clearToasts } from '~/kernel/toast/toast';
import { PagePlaceholder } from './page-placeholder';
import { DRAWN_AT_ONCE, PAGES } from './page-routes';
import { RouteError } from './route-error';
import { Shell } from './shell/shell';

export default function ConsolePages() {
  const [queryClient] = useState(() => {
    const made = makeQueryClient();
    followRights(made);
    loadMe(made);
    return made;
  });
  useEffect(() => retryFailed(queryClient), [queryClient]);
  const [router] = useState(makeConsoleRouter);
  const selectService = useSetAtom(selectedServiceAtom);
  // However the session ended, none of the user's data may remain for the next user.
  useEffect(
    () => () => {
      queryClient.clear();
      router.dispose();
      clearToasts();
      selectService(ALL_SERVICES_ID);
    },
    [queryClient, router, selectService],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

export function makeConsoleRouter() {
  return createBrowserRouter(
    [
      {
        Component: Shell,
        HydrateFallback: PagePlaceholder,
        ErrorBoundary: RouteError,
        children: [{ ErrorBoundary: RouteError, children: PAGES }],
      },
    ],
    { hydrationData: DRAWN_AT_ONCE },
  );
}
