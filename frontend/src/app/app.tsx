// The providers around every page.
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { makeQueryClient } from '~/kernel/query/query-client';
import { colorSchemeManager } from './color-scheme';
import { Direction } from './direction';
import './main-styles';
import { Pages } from './pages';
import { styleNonce } from './style-nonce';
import { theme } from './theme';

// Nobody needs it for the first picture; and a page whose toasts cannot be fetched is better than none.
const Toasts = lazy<ComponentType>(() => import('./toasts').catch(() => ({ default: () => null })));

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
          <Suspense>
            <Toasts />
          </Suspense>
          <Pages />
        </QueryClientProvider>
      </Direction>
    </MantineProvider>
  );
}
