// The pages belong to one person. A tab may miss that somebody else has signed in (it slept, or its tokens were
// exchanged in another tab): the account that the server names tells, and then the console starts anew.
import { useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { onSessionChange } from '~/domain/session';
import { useMe } from '~/kernel/session/account';
import { startAnewAtom } from '~/kernel/session/session';

export function useSamePerson(): void {
  const queryClient = useQueryClient();
  const startAnew = useSetAtom(startAnewAtom);
  const accountId = useMe().data?.accountId;
  const owner = useRef<number>(undefined);
  useEffect(
    () =>
      onSessionChange(() => void queryClient.invalidateQueries({ queryKey: ['account', 'me'] })),
    [queryClient],
  );
  useEffect(() => {
    if (accountId === undefined) return;
    owner.current ??= accountId;
    if (owner.current !== accountId) startAnew();
  }, [accountId, startAnew]);
}
