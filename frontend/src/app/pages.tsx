// Chooses between the login page and the console. Each has its own router.
import { useEffect, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useText } from '~/kernel/i18n/i18n';
import { ANONYMOUS, useSession } from '~/kernel/session/session';
import { toast } from '~/kernel/toast/toast';
import { PagePlaceholder } from './page-placeholder';
import { PUBLIC_PAGES } from './public-pages';
import { RouteError } from './route-error';

const ConsolePages = lazyPart(() => import('./console-pages'));

export function Pages() {
  const { authority, number, endedElsewhere } = useSession();
  return authority === ANONYMOUS ? (
    <LoginPages surprising={endedElsewhere ?? false} />
  ) : (
    <ConsolePages key={number} />
  );
}

/** Whoever did not ask for the login page is told why it is there. */
function LoginPages({ surprising }: { surprising: boolean }) {
  const t = useText();
  const [router] = useState(makeLoginRouter);
  useEffect(() => {
    if (surprising) toast('info', t('session.ended'));
  }, [surprising, t]);
  return <RouterProvider router={router} />;
}

export function makeLoginRouter() {
  return createBrowserRouter([
    {
      HydrateFallback: PagePlaceholder,
      ErrorBoundary: RouteError,
      children: [...PUBLIC_PAGES, { path: '*', lazy: () => import('~/features/auth/login-page') }],
    },
  ]);
}
