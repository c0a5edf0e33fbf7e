// How a reader likes tables: kept on the device, since it says nothing about what is looked at.
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
  };
}
