// The cached saved views of a list, and the view that the list's address names.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { useSearchParams } from 'react-router';
import { call, type Answer } from '~/domain/client';
import { useMe } from '~/kernel/session/account';
import { VIEW_PARAMETER } from '~/kernel/url/list-state';
import { keptViewKey, keptViewsAtom, type KeptView } from './kept-views';

export type SavedView = Answer<'ListSavedViews'>[number];

/** Loaded in parallel with the rows. */
export function viewsOf(list: string) {
  return queryOptions({
    queryKey: ['saved-views', list],
    queryFn: ({ signal }) => call('ListSavedViews', { query: { list } }, signal),
    staleTime: 5 * 60_000,
  });
}

/**
 * The default view stored in this browser for each account. With it a list opens without waiting
 * for the server.
 */
export function useStoredDefault(list: string) {
  const account = useMe().data?.accountId;
  const [all, change] = useAtom(keptViewsAtom);
  const key = account === undefined ? undefined : keptViewKey(account, list);
  return { key, kept: key === undefined ? undefined : all[key], change };
}

/** Returns the active view. A shared address may name a view that this account does not have. */
export function useActiveView(list: string): {
  id: number;
  on: KeptView | undefined;
  isGone: boolean;
} {
  const [search] = useSearchParams();
  const id = Number(search.get(VIEW_PARAMETER));
  // Only the list itself loads the views; this hook only reads them.
  const views = useQuery({ ...viewsOf(list), enabled: false }).data;
  const { kept } = useStoredDefault(list);
  const known = views ?? (kept ? [kept] : []);
  const on = known.find(({ savedViewId }) => savedViewId === id);
  return { id, on, isGone: id === 0 || (views !== undefined && on === undefined) };
}
