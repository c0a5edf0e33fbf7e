// The providers around every page.
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useLater } from '~/kernel/code/use-later';
import { makeQueryClient } from '~/kernel/query/query-client';
import { colorSchemeManager } from './color-scheme';
import { Direction } from './direction';
import './main-styles';
import { Pages } from './pages';
import { styleNonce } from './style-nonce';
import { theme } from './theme';

// Nobody needs it for the first picture; and a page whose toasts cannot be fetched is better than none.
const Toasts = lazyPart(() => import('./toasts'), { optional: true });

/** Their code comes with the first of them, or before: when the page has come to rest or its person does something. */
function Messages() {
  const some = useNotifications().notifications.length > 0;
  const [wanted, setWanted] = useState(some);
  if (some && !wanted) setWanted(true);
  useLater(Toasts.load);
  return wanted && <Toasts />;
}

export function App() {
  const [queryClient] = useState(makeQueryClient);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={styleNonce}
    >
      <Direction>
        <QueryClientProvider client={queryClient}>
          <Messages />
          <Pages />
        </QueryClientProvider>
      </Direction>
    </MantineProvider>
  );
}
