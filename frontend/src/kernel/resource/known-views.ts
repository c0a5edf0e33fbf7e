// The saved views of a list that are known here, and which of them the list's address names.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { useSearchParams } from 'react-router';
import { call, type Answer } from '~/domain/client';
import { useMe } from '~/kernel/session/account';
import { VIEW_PARAMETER } from '~/kernel/url/list-state';
import { keptViewKey, keptViewsAtom, type KeptView } from './kept-views';

export type SavedView = Answer<'ListSavedViews'>[number];

/** Asked for beside the rows: neither waits for the other. */
export function viewsOf(list: string) {
  return queryOptions({
    queryKey: ['saved-views', list],
    queryFn: ({ signal }) => call('ListSavedViews', { query: { list } }, signal),
    staleTime: 5 * 60_000,
  });
}

/** The default view as this browser knows it, for each account: with it a list is opened without asking first. */
export function useKeptDefault(list: string) {
  const account = useMe().data?.accountId;
  const [all, change] = useAtom(keptViewsAtom);
  const key = account === undefined ? undefined : keptViewKey(account, list);
  return { key, kept: key === undefined ? undefined : all[key], change };
}

/** The view that is on; whoever has opened another's address may not have it. */
export function useViewOn(list: string): { id: number; on: KeptView | undefined; isGone: boolean } {
  const [search] = useSearchParams();
  const id = Number(search.get(VIEW_PARAMETER));
  // What the list has asked for: who only looks at it asks for nothing.
  const views = useQuery({ ...viewsOf(list), enabled: false }).data;
  const { kept } = useKeptDefault(list);
  const known = views ?? (kept ? [kept] : []);
  const on = known.find(({ savedViewId }) => savedViewId === id);
  return { id, on, isGone: id === 0 || (views !== undefined && on === undefined) };
}
