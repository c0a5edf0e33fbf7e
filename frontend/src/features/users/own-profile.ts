// The user's own profile.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';

export type Profile = Answer<'GetOwnProfile'>;
export type Level = Profile['level'];

const KEY = ['own-profile'] as const;

export function useOwnProfile() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GetOwnProfile', {}, signal),
  });
}

/**
 * Updates the cache with the server's response to a change. The welcome line shows the name, too.
 */
export function useKeepProfile() {
  const queryClient = useQueryClient();
  return (profile: Profile) => {
    const before = queryClient.getQueryData<Profile>(KEY);
    queryClient.setQueryData(KEY, profile);
    if (before?.name !== profile.name)
      void queryClient.invalidateQueries({ queryKey: ['account', 'me'] });
  };
}

/** Returns whether staff have verified the user. Users choose between the other levels. */
export function isVerified(level: Level): boolean {
  return level !== 'REGULAR_GUEST' && level !== 'REGULAR_MEMBER';
}

/** Returns whether the data of a regular member are complete. */
export function isComplete({ birthDate, sex }: Profile): boolean {
  return birthDate !== null && sex !== null;
}
