// The cache of what the server said, and when a failed question is asked again.
import { QueryClient } from '@tanstack/react-query';
import { isUnoError } from '~/domain/client';

/** Asking again helps only where the way to the server failed, not where the server refused. */
function worthRetrying(failures: number, error: unknown): boolean {
  if (isUnoError(error) && error.status >= 400 && error.status < 500) return false;
  return failures < 1;
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: worthRetrying,
        staleTime: 10_000,
        // Without a network a question fails at once and the page says so, instead of waiting for ever.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
