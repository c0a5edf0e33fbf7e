// The members whom a user is or was linked with, as far as the reader reaches them.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '~/domain/client';

const linksKey = (userId: number) => ['user-links', userId];
/** Not below the links: what is written down with each search is not sought again by itself. */
export const memberCandidatesKey = (userId: number) => ['member-candidates', userId];

export function useUserLinks(userId: number) {
  return useQuery({
    queryKey: linksKey(userId),
    queryFn: ({ signal }) => call('ListUserLinks', { path: { userId } }, signal),
  });
}

/** What is to be read again when a link has come or gone: the user as well, who may be told of less now. */
export function useLinksChanged(userId: number) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: linksKey(userId) }),
      queryClient.invalidateQueries({ queryKey: ['users-online'] }),
      queryClient.invalidateQueries({ queryKey: ['users-regular'] }),
    ]);
}
