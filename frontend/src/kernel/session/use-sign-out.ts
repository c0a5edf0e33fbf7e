// Signs out and removes the account's drafts and stored views from this device.
import { useQueryClient } from '@tanstack/react-query';
import { useAtom, useSetAtom } from 'jotai';
import { dropDraftsOf } from '~/kernel/draft/kept';
import { keptViewsAtom, withoutViewsOf } from '~/kernel/resource/kept-views';
import { knownMe } from './account';
import { signOutAtom } from './session';

export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const signOut = useSetAtom(signOutAtom);
  // Reading the atom subscribes to changes by other tabs, so that the removal starts from the
  // current state.
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
