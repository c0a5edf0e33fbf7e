// The context providers around every page.
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { makeQueryClient } from '~/kernel/query/query-client';
import { retryFailed } from '~/kernel/query/retry-failed';
import { colorSchemeManager } from './color-scheme';
import { Direction } from './direction';
import './main-styles';
import { Messages } from './messages';
import { Pages } from './pages';
import { styleNonce } from './style-nonce';
import { theme } from './theme';

export function App() {
  const [queryClient] = useState(makeQueryClient);
  useEffect(() => retryFailed(queryClient), [queryClient]);
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
