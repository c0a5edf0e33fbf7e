// The cache of what the server said, and when a failed question is asked again.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isUnoError } from '~/domain/client';
import { isForbidden } from '~/kernel/errors/error-text';
import { checkSession } from '~/kernel/session/session-check';
import { hasUnsaved } from '~/kernel/session/unsaved';

const NOT_SIGNED_IN = 401;
/**
 * Since a moment ago the account is held until something is done: its password changed, a second step set up, terms
 * agreed to.
 */
const HELD = new Set([11008, 11011, 11012]);

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
  // Who the caller is says what the console shows instead. It would not have asked for what it knew to be refused.
  const followDemand = (error: unknown) => {
    if (isForbidden(error) || (isUnoError(error) && HELD.has(error.code)))
      void client.invalidateQueries({ queryKey: ['account', 'me'] });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: followDemand }),
    mutationCache: new MutationCache({
      // The first page counts what all others change: it asks anew when somebody comes back to it, and not for what is
      // done while it is there.
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: ['home'], refetchType: 'none' });
      },
      onError: (error) => {
        if (isNotSignedIn(error)) checkSession();
        followDemand(error);
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
  return client;
}
