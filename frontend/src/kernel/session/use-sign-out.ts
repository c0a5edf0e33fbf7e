// Signing out: it also takes what the account has left on this device, of forms that were not saved and of its views.
import { useQueryClient } from '@tanstack/react-query';
import { useAtom, useSetAtom } from 'jotai';
import { dropDraftsOf } from '~/kernel/draft/kept';
import { keptViewsAtom, withoutViewsOf } from '~/kernel/resource/kept-views';
import { knownMe } from './account';
import { signOutAtom } from './session';

export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const signOut = useSetAtom(signOutAtom);
  // Read as well, so that it is what other tabs have kept meanwhile that some is taken from.
  const [, changeViews] = useAtom(keptViewsAtom);
  return () => {
    const me = knownMe(queryClient);
    if (me) {
      dropDraftsOf(me.accountId);
      changeViews(withoutViewsOf(me.accountId));
    }
    return signOut();
  };
}
