// The query cache and its retry rules.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isUnoError } from '~/domain/client';
import { isForbidden } from '~/kernel/errors/error-text';
import { checkSession } from '~/kernel/session/session-check';
import { hasUnsaved } from '~/kernel/session/unsaved';

const NOT_SIGNED_IN = 401;
/**
 * Error codes of an account that is blocked until a step is completed: a password change, the setup
 * of a second factor, or the consent to terms.
 */
const BLOCKED_CODES = new Set([11008, 11011, 11012]);

function isNotSignedIn(error: unknown): boolean {
  return isUnoError(error) && error.status === NOT_SIGNED_IN;
}

/**
 * A retry helps only if the connection failed, not if the server refused. If the session ends
 * during input, queries wait for the user to sign in again, so that no page breaks.
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
  // Refetches the account, which decides what the console shows instead. The console does not make
  // requests that it knows to be refused, so the account must have changed.
  const followDemand = (error: unknown) => {
    if (isForbidden(error) || (isUnoError(error) && BLOCKED_CODES.has(error.code)))
      void client.invalidateQueries({ queryKey: ['account', 'me'] });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: followDemand }),
    mutationCache: new MutationCache({
      // The home page counts data that all other pages change. It is refetched when the user
      // returns to it, not while it is shown.
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
        // Without a network, queries fail at once and the page reports it, instead of waiting
        // forever.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
