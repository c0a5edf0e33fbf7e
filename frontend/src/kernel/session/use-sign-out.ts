// Signing out: it also takes what the account has left on this device of forms that were not saved.
import { useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { dropDraftsOf } from '~/kernel/draft/kept';
import { knownMe } from './account';
import { signOutAtom } from './session';

export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const signOut = useSetAtom(signOutAtom);
  return () => {
    const me = knownMe(queryClient);
    if (me) dropDraftsOf(me.accountId);
    return signOut();
  };
}
