// Restarts the console if the account has changed. A tab may miss a sign-in by another user,
// because it was suspended or because another tab exchanged the tokens. The account that the server
// returns reveals it.
import { useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { onSessionChange } from '~/domain/session';
import { useMe } from '~/kernel/session/account';
import { restartAtom } from '~/kernel/session/session';

export function useRestartOnOtherUser(): void {
  const queryClient = useQueryClient();
  const restart = useSetAtom(restartAtom);
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
    if (owner.current !== accountId) restart();
  }, [accountId, restart]);
}
