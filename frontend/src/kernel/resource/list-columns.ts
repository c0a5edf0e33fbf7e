// The columns of a list in this tab. Columns of a view are stored per tab, so that two tabs can
// show one list with two views. Without a view, the list uses the columns stored on this device.
import { useQueryClient } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { atomWithStorage, createJSONStorage } from 'jotai/utils';
import { useCallback, useMemo } from 'react';
import { knownMe } from '~/kernel/session/account';
import { tabStorage } from '~/kernel/storage/device-storage';
import { useColumnChoice } from '~/kernel/table/table-preferences';
import type { KeptView } from './kept-views';
import { useActiveView } from './known-views';

export interface Columns {
  /** Visibility by column, where it differs from the definition. */
  choice: Record<string, boolean>;
  order: readonly string[];
}

/**
 * Columns with the state of the view that they were taken from. They are discarded if the view has
 * changed since.
 */
interface ViewedColumns extends Columns {
  of: string;
}

/** By account, list and view. After a reload the tab uses them before its views are loaded. */
const viewedColumnsAtom = atomWithStorage<Partial<Record<string, ViewedColumns>>>(
  'uno-view-columns',
  {},
  createJSONStorage(() => tabStorage),
  { getOnInit: true },
);

const keyOf = (accountId: number | undefined, list: string, id: number) =>
  `${String(accountId)} ${list} ${String(id)}`;

export function columnsSaved({ columns }: Pick<KeptView, 'columns'>): Columns {
  return {
    choice: Object.fromEntries(columns.map(({ name, isShown }) => [name, isShown])),
    order: columns.map(({ name }) => name),
  };
}

function taken(view: KeptView): ViewedColumns {
  return { ...columnsSaved(view), of: JSON.stringify(view.columns) };
}

export function useListColumns(list: string) {
  const accountId = knownMe(useQueryClient())?.accountId;
  const device = useColumnChoice(list);
  const { id, on, isGone } = useActiveView(list);
  const [all, setAll] = useAtom(viewedColumnsAtom);
  const saved = useMemo(() => on && taken(on), [on]);
  const key = keyOf(accountId, list, id);
  const standing = (kept: ViewedColumns | undefined) =>
    kept && (saved === undefined || saved.of === kept.of) ? kept : saved;
  const viewed = isGone ? undefined : standing(all[key]);
  const set = (changed: Partial<Columns>) => {
    if (viewed) {
      setAll((now) => ({ ...now, [key]: { ...viewed, ...standing(now[key]), ...changed } }));
    } else device.set(changed);
  };
  const { choice, order } = viewed ?? device;
  return {
    choice,
    order,
    setShown: (column: string, shown: boolean) => {
      set({ choice: { ...choice, [column]: shown } });
    },
    setOrder: (to: readonly string[]) => {
      set({ order: to });
    },
    /** Applies the columns of a view and discards local changes. */
    follow: useCallback(
      (view: KeptView) => {
        setAll((now) => ({ ...now, [keyOf(accountId, list, view.savedViewId)]: taken(view) }));
      },
      [accountId, list, setAll],
    ),
  };
}
