// The routers of the console and of the login page.
import { createBrowserRouter } from 'react-router';
import { PagePlaceholder } from './page-placeholder';
import { PAGES } from './page-routes';
import { RouteError } from './route-error';

export function makeConsoleRouter() {
  return createBrowserRouter([
    {
      lazy: () => import('./shell/shell'),
      HydrateFallback: PagePlaceholder,
      ErrorBoundary: RouteError,
      children: [{ ErrorBoundary: RouteError, children: PAGES }],
    },
  ]);
}

export function makeLoginRouter() {
  return createBrowserRouter([
    {
      path: '*',
      lazy: () => import('~/features/auth/login-page'),
      HydrateFallback: PagePlaceholder,
      ErrorBoundary: RouteError,
    },
  ]);
}
