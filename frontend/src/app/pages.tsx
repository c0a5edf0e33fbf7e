// Chooses between the login page and the console. Each has its own router, so that a visitor who is not
// signed in loads nothing of the console.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { ANONYMOUS, useAuthority } from '~/kernel/session/session';
import { makeConsoleRouter, makeLoginRouter } from './router';

export function Pages() {
  return useAuthority() === ANONYMOUS ? <LoginPages /> : <ConsolePages />;
}

function LoginPages() {
  const [router] = useState(makeLoginRouter);
  return <RouterProvider router={router} />;
}

function ConsolePages() {
  const queryClient = useQueryClient();
  const [router] = useState(makeConsoleRouter);
  // However the session ended, nothing of what its owner saw may stay for the next one.
  useEffect(
    () => () => {
      queryClient.clear();
      router.dispose();
    },
    [queryClient, router],
  );
  return <RouterProvider router={router} />;
}
