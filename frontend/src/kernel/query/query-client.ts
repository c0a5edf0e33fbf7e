// The cache of what the server said, and when a failed question is asked again.
import { MutationCache, QueryClient } from '@tanstack/react-query';
import { isUnoError } from '~/domain/client';
import { checkSession } from '~/kernel/session/session-check';
import { hasUnsaved } from '~/kernel/session/unsaved';

const NOT_SIGNED_IN = 401;

function isNotSignedIn(error: unknown): boolean {
  return isUnoError(error) && error.status === NOT_SIGNED_IN;
}

/**
 * Asking again helps only where the way to the server failed, not where the server refused. When a session
 * ends while something is being written, the questions wait for its person, so that no page falls apart.
 */
function worthRetrying(failures: number, error: unknown): boolean {
  if (isNotSignedIn(error)) {
    checkSession();
    return hasUnsaved();
  }
  if (isUnoError(error) && error.status >= 400 && error.status < 500) return false;
  return failures < 1;
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isNotSignedIn(error)) checkSession();
      },
    }),
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
