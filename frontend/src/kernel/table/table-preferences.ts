// How a reader likes tables, as this device keeps it. The columns of a saved view are the view's own.
import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';

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

/** As they stand where no saved view says otherwise. */
export function useColumnChoice(table: string) {
  const [all, setAll] = useAtom(shownColumnsAtom);
  const [orders, setOrders] = useAtom(columnOrderAtom);
  return {
    choice: all[table] ?? ALL_AS_DEFINED,
    order: orders[table] ?? IN_ORDER,
    set: ({ choice, order }: { choice?: Record<string, boolean>; order?: readonly string[] }) => {
      if (choice) setAll((now) => ({ ...now, [table]: choice }));
      if (order) setOrders((now) => ({ ...now, [table]: order }));
    },
  };
}
