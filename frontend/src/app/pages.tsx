// Chooses between the login page and the console. Each has its own router, so that a visitor who is not
// signed in loads nothing of the console; and each session its own cache, so that nobody sees what the
// person before was answered.
import { QueryClientProvider } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { useText } from '~/kernel/i18n/i18n';
import { makeQueryClient } from '~/kernel/query/query-client';
import { ALL_SERVICES_ID, selectedServiceAtom } from '~/kernel/session/selected-service';
import { ANONYMOUS, useSession } from '~/kernel/session/session';
import { clearToasts, toast } from '~/kernel/toast/toast';
import { makeConsoleRouter, makeLoginRouter } from './router';

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

function ConsolePages() {
  const [queryClient] = useState(makeQueryClient);
  const [router] = useState(makeConsoleRouter);
  const selectService = useSetAtom(selectedServiceAtom);
  // However the session ended, nothing of what its owner saw may stay for the next one.
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
