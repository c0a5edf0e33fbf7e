// Renders routes as the console does, at an address, with new client state.
import { Notifications } from '@mantine/notifications';
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router';
import { QuestionDialog } from '~/kernel/dialog/question';
import { renderWithin } from './render-within';

export function renderRoutes(routes: RouteObject[], address = '/', env?: 'test' | 'default') {
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
  const view = renderWithin(
    <>
      <Notifications />
      <RouterProvider router={router} />
    </>,
    env,
  );
  return { ...view, router };
}
