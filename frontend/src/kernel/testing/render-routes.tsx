// Draws routes as the console does, at an address, with fresh client state.
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router';
import { QuestionDialog } from '~/kernel/dialog/question';

/** In the environment `test` the library neither animates nor hides as in a browser; `default` is the browser's. */
export function renderRoutes(
  routes: RouteObject[],
  address = '/',
  env: 'test' | 'default' = 'test',
) {
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <Outlet />
            <QuestionDialog />
          </>
        ),
        children: routes,
      },
    ],
    { initialEntries: [address] },
  );
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <Provider store={createStore()}>
      <MantineProvider env={env}>
        <QueryClientProvider client={queryClient}>
          <Notifications />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </Provider>,
  );
  return { ...view, router, queryClient };
}
