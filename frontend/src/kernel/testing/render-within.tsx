// Draws something within what the console puts around every page, with fresh client state.
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';

/** In the environment `test` the library neither animates nor hides as in a browser; `default` is the browser's. */
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
