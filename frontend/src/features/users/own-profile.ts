// The caller's own profile, as the server knows it.
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

/** Keeps what the server answered to a change; a new name is also that of the welcome line. */
export function useKeepProfile() {
  const queryClient = useQueryClient();
  return (profile: Profile) => {
    const before = queryClient.getQueryData<Profile>(KEY);
    queryClient.setQueryData(KEY, profile);
    if (before?.name !== profile.name)
      void queryClient.invalidateQueries({ queryKey: ['account', 'me'] });
  };
}

/** Who has been verified is said by staff; users choose between the others. */
export function isVerified(level: Level): boolean {
  return level !== 'REGULAR_GUEST' && level !== 'REGULAR_MEMBER';
}

/** What a regular member has told. */
export function isComplete({ birthDate, sex }: Profile): boolean {
  return birthDate !== null && sex !== null;
}
