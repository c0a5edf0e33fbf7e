// The announcements that the user has read or closed on this device. They stay closed until they
// are changed.
import { useAtom } from 'jotai';
import { storedAtom } from '~/kernel/storage/stored-atom';
import type { Summary } from '~/kernel/announcements/announcements';
import { useMe } from '~/kernel/session/account';

/** Last modification of each closed announcement, by account, because people share devices. */
type Closed = Record<string, Record<string, string>>;

const closedAtom = storedAtom<Closed>('uno-announcements-closed', {});

export function useClosedAnnouncements(all: readonly Summary[]) {
  const account = useMe().data?.accountId;
  const [closed, setClosed] = useAtom(closedAtom);
  const own = account === undefined ? undefined : (closed[account] ?? {});
  return {
    /** Empty while the account is unknown. */
    open: own ? all.filter(({ adminBoardId, updatedAt }) => own[adminBoardId] !== updatedAt) : [],
    close: ({ adminBoardId, updatedAt }: Summary) => {
      if (account === undefined) return;
      // Forgets announcements that are no longer current.
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
