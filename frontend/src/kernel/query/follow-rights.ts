// Refetches the console's data when the user's rights have changed.
import type { QueryClient } from '@tanstack/react-query';
import { watchRights } from '~/domain/rights';
import { mayRefetch } from './may-refetch';

export function followRights(client: QueryClient): void {
  // The permissions are refetched first, so that pages which are no longer allowed make no
  // requests.
  const readAnew = async () => {
    await client.refetchQueries({ queryKey: ['account'] });
    await client.invalidateQueries({
      predicate: (query) => query.queryKey[0] !== 'account' && mayRefetch(query),
    });
  };
  watchRights(() => void readAnew());
}
