// Restarts the console if the account has changed. A tab may miss a sign-in by another user,
// because it was suspended or because another tab exchanged the tokens. The account that the server
// returns reveals it.
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
