// Chooses between the login page and the console, each with its own router, and the page that is the same for
// everybody.
import { useEffect, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useText } from '~/kernel/i18n/i18n';
import { PRIVACY_PAGE } from '~/kernel/page/privacy-page';
import { ANONYMOUS, useSession } from '~/kernel/session/session';
import { toast } from '~/kernel/toast/toast';
import { PagePlaceholder } from './page-placeholder';
import { RouteError } from './route-error';

const ConsolePages = lazyPart(() => import('./console-pages'));
const PrivacyPage = lazyPart(() => import('~/features/terms/privacy-page'));

export function Pages() {
  const { authority, number, endedElsewhere } = useSession();
  if (window.location.pathname === PRIVACY_PAGE) return <PrivacyPage />;
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

function makeLoginRouter() {
  return createBrowserRouter([
    {
      path: '*',
      lazy: () => import('~/features/auth/login-page'),
      HydrateFallback: PagePlaceholder,
      ErrorBoundary: RouteError,
    },
  ]);
}
