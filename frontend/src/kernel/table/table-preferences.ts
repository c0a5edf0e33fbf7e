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

const ALL_AS_DEFINED: Record<string, boolean> = {};

export function useDensity() {
  return useAtom(densityAtom);
}

export function useColumnChoice(table: string) {
  const [all, setAll] = useAtom(shownColumnsAtom);
  return {
    choice: all[table] ?? ALL_AS_DEFINED,
    setShown: (column: string, shown: boolean) => {
      setAll((now) => ({ ...now, [table]: { ...now[table], [column]: shown } }));
    },
    /** All at once, as a saved view has them. */
    choose: useCallback(
      (choice: Record<string, boolean>) => {
        setAll((now) => ({ ...now, [table]: choice }));
      },
      [setAll, table],
    ),
  };
}
