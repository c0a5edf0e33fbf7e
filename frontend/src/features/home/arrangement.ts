// The user's arrangement of the cards on the home page, stored in this browser for each account.
import { atom, useAtom } from 'jotai';
import { storedAtom } from '~/kernel/storage/stored-atom';
import { useMe } from '~/kernel/session/account';

export const CARDS = [
  'tests',
  'attention',
  'grades',
  'companies',
  'members',
  'shortcuts',
  'announcements',
  'jobs',
] as const;
export type CardName = (typeof CARDS)[number];

export interface Arrangement {
  /** Card names in order. */
  order: readonly string[];
  hidden: readonly string[];
}

const AS_USUAL: Arrangement = { order: CARDS, hidden: [] };

const arrangementsAtom = storedAtom<Record<string, Arrangement>>('uno-dashboard', {});

/** Whether the user is arranging the cards. */
export const arrangingAtom = atom(false);

/** Returns all cards in the stored order, with cards added since at the end. */
export function ordered({ order }: Arrangement): CardName[] {
  const known = order.flatMap((name) => CARDS.filter((card) => card === name));
  return [...new Set([...known, ...CARDS])];
}

/** Moves a card to the position of another one. */
export function movedTo(order: readonly CardName[], card: CardName, place: CardName): CardName[] {
  const to = order.indexOf(place);
  const rest = order.filter((one) => one !== card);
  return [...rest.slice(0, to), card, ...rest.slice(to)];
}

export function useArrangement() {
  const account = String(useMe().data?.accountId ?? '');
  const [all, setAll] = useAtom(arrangementsAtom);
  const arrangement = all[account] ?? AS_USUAL;
  const change = (parts: Partial<Arrangement>) => {
    setAll((now) => ({ ...now, [account]: { ...(now[account] ?? AS_USUAL), ...parts } }));
  };
  return {
    order: ordered(arrangement),
    hidden: arrangement.hidden,
    setOrder: (order: readonly CardName[]) => {
      change({ order });
    },
    hide: (card: CardName) => {
      change({ hidden: [...arrangement.hidden, card] });
    },
    show: (card: CardName) => {
      change({ hidden: arrangement.hidden.filter((name) => name !== card) });
    },
    reset: () => {
      change(AS_USUAL);
    },
  };
}
