// Renders content within the console's providers, with new client state.
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';

/**
 * In the environment `test` the library skips animations and hiding; `default` behaves as in a
 * browser.
 */
export function renderWithin(children: ReactNode, env: 'test' | 'default' = 'test') {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <Provider store={createStore()}>
      <MantineProvider env={env}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </MantineProvider>
    </Provider>,
  );
  return { ...view, queryClient };
}
