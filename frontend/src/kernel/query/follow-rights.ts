// Refetches the console's data when the user's rights have changed.
import type { QueryClient } from '@tanstack/react-query';
import { watchRights } from '~/domain/rights';

export function followRights(client: QueryClient): void {
  // The permissions are refetched first, so that pages which are no longer allowed make no
  // requests. Queries with a `gcTime` of 0 are not refetched: the data of an open edit form must
  // not change, and reads that are logged must not be repeated.
  const readAnew = async () => {
    await client.refetchQueries({ queryKey: ['account'] });
    await client.invalidateQueries({
      predicate: ({ queryKey, options }) => queryKey[0] !== 'account' && options.gcTime !== 0,
    });
  };
  watchRights(() => void readAnew());
}
