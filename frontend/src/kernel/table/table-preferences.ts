// The user's table settings, stored on this device. The columns of a saved view belong to the view.
import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';

export type Density = 'comfortable' | 'compact';

const densityAtom = atomWithStorage<Density>('uno-table-density', 'comfortable', undefined, {
  getOnInit: true,
});

/** Column visibility by table, where it differs from the definition. */
const shownColumnsAtom = atomWithStorage<Record<string, Record<string, boolean>>>(
  'uno-table-columns',
  {},
  undefined,
  {
    getOnInit: true,
  },
);

/** Column order by table, where it differs from the definition. */
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

/** Used when no saved view overrides them. */
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
