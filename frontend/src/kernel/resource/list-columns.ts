// The columns of a list as they stand in this tab. Those of a view belong to the tab that the view is on in, so that two
// tabs show one list by two views; without a view they are as this device keeps them.
import { useQueryClient } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { atomWithStorage, createJSONStorage } from 'jotai/utils';
import { useCallback, useMemo } from 'react';
import { knownMe } from '~/kernel/session/account';
import { useColumnChoice } from '~/kernel/table/table-preferences';
import type { KeptView } from './kept-views';
import { useViewOn } from './known-views';

export interface Columns {
  /** Which of them show, where that is not as the definition says. */
  choice: Record<string, boolean>;
  order: readonly string[];
}

/** With what the view had when they were taken from it: of one that was changed since, they are worth nothing. */
interface ViewedColumns extends Columns {
  of: string;
}

const NOTHING_KEPT = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** A browser that keeps nothing forbids to ask. */
function storageOfTab() {
  try {
    return sessionStorage;
  } catch {
    return NOTHING_KEPT;
  }
}

/** By account, list and view; a tab that is loaded again goes on with them before its views have come. */
const viewedColumnsAtom = atomWithStorage<Partial<Record<string, ViewedColumns>>>(
  'uno-view-columns',
  {},
  createJSONStorage(storageOfTab),
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
  const { id, on, isGone } = useViewOn(list);
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
    /** As a view has them that comes on, whatever was made of them before. */
    follow: useCallback(
      (view: KeptView) => {
        setAll((now) => ({ ...now, [keyOf(accountId, list, view.savedViewId)]: taken(view) }));
      },
      [accountId, list, setAll],
    ),
  };
}
