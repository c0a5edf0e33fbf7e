// How somebody has arranged the cards of the first page: kept in this browser for each account.
import { atom, useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
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
  /** Cards in their order. */
  order: readonly string[];
  hidden: readonly string[];
}

const AS_USUAL: Arrangement = { order: CARDS, hidden: [] };

const arrangementsAtom = atomWithStorage<Record<string, Arrangement>>(
  'uno-dashboard',
  {},
  undefined,
  { getOnInit: true },
);

/** Whether the cards are being arranged. */
export const arrangingAtom = atom(false);

/** All cards in the order that was kept; those that came since stand at the end. */
export function ordered({ order }: Arrangement): CardName[] {
  const known = order.flatMap((name) => CARDS.filter((card) => card === name));
  return [...new Set([...known, ...CARDS])];
}

/** A card to the place of another, which makes room. */
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
