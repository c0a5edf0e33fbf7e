// The current and former member links of a user that the viewer may see.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '~/domain/client';

const linksKey = (userId: number) => ['user-links', userId];
/** Not below the links' key: a search is logged, so it must not be refetched automatically. */
export const memberCandidatesKey = (userId: number) => ['member-candidates', userId];

export function useUserLinks(userId: number) {
  return useQuery({
    queryKey: linksKey(userId),
    queryFn: ({ signal }) => call('ListUserLinks', { path: { userId } }, signal),
  });
}

/** Refreshes what changes with a link: also the user, of whom the viewer may now see less. */
export function useLinksChanged(userId: number) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: linksKey(userId) }),
      queryClient.invalidateQueries({ queryKey: ['users-online'] }),
      queryClient.invalidateQueries({ queryKey: ['users-regular'] }),
    ]);
}
