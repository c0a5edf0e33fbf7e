// How a reader likes tables, as this device keeps it. Saved views bring columns from one device to another.
import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { useCallback } from 'react';

export type Density = 'comfortable' | 'compact';

const densityAtom = atomWithStorage<Density>('uno-table-density', 'comfortable', undefined, {
  getOnInit: true,
});

/** The columns whose visibility differs from the definition, by table. */
const shownColumnsAtom = atomWithStorage<Record<string, Record<string, boolean>>>(
  'uno-table-columns',
  {},
  undefined,
  {
    getOnInit: true,
  },
);

/** The order of columns where it is not that of the definition, by table. */
const columnOrderAtom = atomWithStorage<Record<string, readonly string[]>>(
  'uno-table-order',
  {},
  undefined,
  {
    getOnInit: true,
  },
);

const ALL_AS_DEFINED: Record<string, boolean> = {};
const IN_ORDER: readonly string[] = [];

export function useDensity() {
  return useAtom(densityAtom);
}

export function useColumnChoice(table: string) {
  const [all, setAll] = useAtom(shownColumnsAtom);
  const [orders, setOrders] = useAtom(columnOrderAtom);
  const setOrder = useCallback(
    (order: readonly string[]) => {
      setOrders((now) => ({ ...now, [table]: order }));
    },
    [setOrders, table],
  );
  return {
    choice: all[table] ?? ALL_AS_DEFINED,
    order: orders[table] ?? IN_ORDER,
    setShown: (column: string, shown: boolean) => {
      setAll((now) => ({ ...now, [table]: { ...now[table], [column]: shown } }));
    },
    setOrder,
    /** All at once, as a saved view has them. */
    choose: useCallback(
      (choice: Record<string, boolean>, order: readonly string[]) => {
        setAll((now) => ({ ...now, [table]: choice }));
        setOrder(order);
      },
      [setAll, setOrder, table],
    ),
  };
}
