// The user's table settings, stored on this device. The columns of a saved view belong to the view.
import { useAtom } from 'jotai';
import { storedAtom } from '~/kernel/storage/stored-atom';

export type Density = 'comfortable' | 'compact';

const densityAtom = storedAtom<Density>('uno-table-density', 'comfortable');

/** Column visibility by table, where it differs from the definition. */
const shownColumnsAtom = storedAtom<Record<string, Record<string, boolean>>>(
  'uno-table-columns',
  {},
);

/** Column order by table, where it differs from the definition. */
const columnOrderAtom = storedAtom<Record<string, readonly string[]>>('uno-table-order', {});

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
