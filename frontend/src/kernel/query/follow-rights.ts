// Reads anew what the caller sees when an answer has come by other rights than the one before.
import type { QueryClient } from '@tanstack/react-query';
import { watchRights } from '~/domain/rights';

export function followRights(client: QueryClient): void {
  // What the caller may do first: a page that is no longer the caller's asks nothing more. What was read for one edit
  // stays with it.
  const readAnew = async () => {
    await client.refetchQueries({ queryKey: ['account'] });
    await client.invalidateQueries({
      predicate: ({ queryKey, options }) => queryKey[0] !== 'account' && options.gcTime !== 0,
    });
  };
  watchRights(() => void readAnew());
}
