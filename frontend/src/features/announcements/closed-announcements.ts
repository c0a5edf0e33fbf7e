// Which announcements somebody has read or closed on this device: they stay closed until they are changed.
import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import type { Summary } from '~/kernel/announcements/announcements';
import { useMe } from '~/kernel/session/account';

/** By account, because people share devices: when each announcement that was closed had last been changed. */
type Closed = Record<string, Record<string, string>>;

const closedAtom = atomWithStorage<Closed>('uno-announcements-closed', {}, undefined, {
  getOnInit: true,
});

export function useClosedAnnouncements(all: readonly Summary[]) {
  const account = useMe().data?.accountId;
  const [closed, setClosed] = useAtom(closedAtom);
  const own = account === undefined ? undefined : (closed[account] ?? {});
  return {
    /** None while it is not known who is asking. */
    open: own ? all.filter(({ adminBoardId, updatedAt }) => own[adminBoardId] !== updatedAt) : [],
    close: ({ adminBoardId, updatedAt }: Summary) => {
      if (account === undefined) return;
      // What is announced no longer need not be remembered either.
      const known = all.flatMap(({ adminBoardId: id }) => {
        const when = own?.[id];
        return when === undefined ? [] : [[id, when] as const];
      });
      setClosed((now) => ({
        ...now,
        [account]: { ...Object.fromEntries(known), [adminBoardId]: updatedAt },
      }));
    },
  };
}
