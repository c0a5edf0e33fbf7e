// The members whom a user is or was linked with, as far as the reader reaches them.
import { useQuery } from '@tanstack/react-query';
import { call } from '~/domain/client';

export function useUserLinks(userId: number) {
  return useQuery({
    queryKey: ['user-links', userId],
    queryFn: ({ signal }) => call('ListUserLinks', { path: { userId } }, signal),
  });
}

/** Those that hold now: through them the person is a member. */
export function useActiveLinks(userId: number) {
  return useQuery({
    queryKey: ['user-links', userId],
    queryFn: ({ signal }) => call('ListUserLinks', { path: { userId } }, signal),
    select: (links) => links.filter(({ state }) => state === 'ACTIVE'),
  });
}
