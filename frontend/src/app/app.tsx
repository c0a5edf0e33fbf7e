// The providers around every page.
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { useState } from 'react';
import { makeQueryClient } from '~/kernel/query/query-client';
import { colorSchemeManager } from './color-scheme';
import { Direction } from './direction';
import './main-styles';
import { Pages } from './pages';
import { theme } from './theme';

function styleNonce(): string {
  return document.querySelector('meta[property="csp-nonce"]')?.getAttribute('content') ?? '';
}

// Dialogs lock scrolling with a style element of their own library, which asks here for the nonce.
setNonce(styleNonce());

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
          <Notifications position="top-right" limit={3} autoClose={5000} />
          <Pages />
        </QueryClientProvider>
      </Direction>
    </MantineProvider>
  );
}
