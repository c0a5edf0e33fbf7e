// Saved views of a list: what one keeps of the list's address and columns, which one is on, and the one that the list is
// opened with. The address stays what says which rows are shown: a view writes into it, and `view` names the view.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call, type Answer } from '~/domain/client';
import { formFields } from '~/domain/validation';
import { useMe } from '~/kernel/session/account';
import { useColumnChoice } from '~/kernel/table/table-preferences';
import { isWithinList, useIsLeaving, VIEW_PARAMETER, WITHIN_LIST } from '~/kernel/url/list-state';
import { columnsInOrder, isShown, type Resource, type ResourceRecord } from './definition';
import { keptViewKey, keptViewsAtom, type KeptView } from './kept-views';

export type SavedView = Answer<'ListSavedViews'>[number];

type Listed<Row extends ResourceRecord> = Pick<
  Resource<Row>,
  'key' | 'path' | 'fields' | 'filterForm'
>;

/** Asked for beside the rows: neither waits for the other. */
export function viewsOf(list: string) {
  return queryOptions({
    queryKey: ['saved-views', list],
    queryFn: ({ signal }) => call('ListSavedViews', { query: { list } }, signal),
    staleTime: 5 * 60_000,
  });
}

/** What is typed says whom somebody looks for, and is not kept. */
const TYPED = ['text', 'lines', 'secret', 'loginId', 'email', 'phone', 'pastDate', 'date'];
/** A text that is chosen from codes. */
const CHOSEN = 'kind';
const PLACES = ['page', 'pageSize'];

function keptParameters<Row extends ResourceRecord>({ filterForm }: Listed<Row>): string[] {
  return formFields(filterForm)
    .filter(({ path, kind }) => path === CHOSEN || !TYPED.includes(kind))
    .map(({ path }) => path)
    .filter((path) => !PLACES.includes(path));
}

/** What a view keeps of an address, always in the same order; null where that is nothing. */
export function keptQuery<Row extends ResourceRecord>(
  resource: Listed<Row>,
  search: URLSearchParams,
): string | null {
  const kept = keptParameters(resource).flatMap((name) =>
    search
      .getAll(name)
      .sort()
      .map((value) => [name, value]),
  );
  return kept.length === 0 ? null : new URLSearchParams(kept).toString();
}

/** Whether somebody is being looked for by what was typed. */
export function isSearched<Row extends ResourceRecord>(
  resource: Listed<Row>,
  search: URLSearchParams,
): boolean {
  const kept = keptParameters(resource);
  return resource.fields.some(({ filter }) =>
    filter?.some((name) => !kept.includes(name) && search.has(name)),
  );
}

/** The columns of a list as its reader has chosen and ordered them. */
export function columnsOf<Row extends ResourceRecord>(
  { fields }: Listed<Row>,
  choice: Record<string, boolean>,
  order: readonly string[],
): SavedView['columns'] {
  return columnsInOrder(fields, order).map((field) => ({
    name: field.name,
    isShown: isShown(field, choice),
  }));
}

function choiceOf({ columns }: KeptView): [Record<string, boolean>, string[]] {
  return [
    Object.fromEntries(columns.map(({ name, isShown }) => [name, isShown])),
    columns.map(({ name }) => name),
  ];
}

function isAltered<Row extends ResourceRecord>(
  resource: Listed<Row>,
  view: KeptView,
  now: Pick<KeptView, 'query' | 'columns'>,
): boolean {
  const saved = {
    query: keptQuery(resource, new URLSearchParams(view.query ?? '')),
    columns: columnsOf(resource, ...choiceOf(view)),
  };
  return JSON.stringify(now) !== JSON.stringify(saved);
}

/** The default view as this browser knows it, for each account: with it a list is opened without asking first. */
function useKeptDefault(list: string, views: readonly SavedView[] | undefined) {
  const account = useMe().data?.accountId;
  const [all, setAll] = useAtom(keptViewsAtom);
  const key = account === undefined ? undefined : keptViewKey(account, list);
  useEffect(() => {
    if (!views || key === undefined) return;
    const found = views.find(({ isDefault }) => isDefault);
    setAll((now) => {
      const { [key]: before, ...others } = now;
      if (!found) return before ? others : now;
      const { savedViewId, name, query, columns } = found;
      const kept = { savedViewId, name, query, columns };
      return JSON.stringify(before) === JSON.stringify(kept) ? now : { ...others, [key]: kept };
    });
  }, [views, key, setAll]);
  return key === undefined ? undefined : all[key];
}

export function useViews<Row extends ResourceRecord>(resource: Listed<Row>) {
  const location = useLocation();
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  const asked = useQuery(viewsOf(resource.key));
  const views = asked.data;
  const kept = useKeptDefault(resource.key, views);
  const { choice, order, choose } = useColumnChoice(resource.key);
  /** What the list was opened with before the server has told its views: the address, and the view as it was known. */
  const opened = useRef<{ search: string; view: string }>(undefined);
  const search = new URLSearchParams(location.search);

  const apply = useCallback(
    (view: KeptView, size: string | null = null, replace = false) => {
      const next = new URLSearchParams(view.query ?? '');
      next.set(VIEW_PARAMETER, String(view.savedViewId));
      if (size !== null) next.set('pageSize', size);
      choose(...choiceOf(view));
      void navigate({ search: next.toString() }, { replace, state: WITHIN_LIST });
      return `?${next.toString()}`;
    },
    [choose, navigate],
  );

  const standard: KeptView | undefined = views ? views.find(({ isDefault }) => isDefault) : kept;
  const isOpening =
    location.pathname === resource.path && location.search === '' && !isWithinList(location.state);
  useEffect(() => {
    // Where they do not get there, the address is drawn anew, and the view comes on then.
    if (isLeaving()) return;
    const look = (view: KeptView) => JSON.stringify([view.savedViewId, view.query, view.columns]);
    const before = opened.current;
    // Somebody may have changed it in another browser.
    const isOutdated = before?.search === location.search && views !== undefined;
    if (standard && (isOpening || (isOutdated && before.view !== look(standard)))) {
      const address = apply(standard, null, true);
      opened.current = views ? undefined : { search: address, view: look(standard) };
    } else if (views) {
      opened.current = undefined;
    }
  }, [apply, isLeaving, isOpening, location.key, location.search, standard, views]);

  const now = { query: keptQuery(resource, search), columns: columnsOf(resource, choice, order) };
  const id = Number(search.get(VIEW_PARAMETER));
  const on: KeptView | undefined =
    views?.find(({ savedViewId }) => savedViewId === id) ??
    (kept?.savedViewId === id && !views ? kept : undefined);
  return {
    asked,
    /** The view that is on, and whether the list is no longer as it says. */
    on,
    isAltered: on !== undefined && isAltered(resource, on, now),
    /** Whether the rows of the address are not to be asked for, since the default view is about to change it. */
    isOpening: isOpening && standard !== undefined,
    apply: (view: SavedView) => {
      apply(view, search.get('pageSize'));
    },
    /** Back to all rows, in their usual order and columns. */
    leave: () => {
      const size = search.get('pageSize');
      choose({}, []);
      void navigate(
        { search: size === null ? '' : new URLSearchParams({ pageSize: size }).toString() },
        { state: WITHIN_LIST },
      );
    },
    /** What would be saved now. */
    now,
    isSearched: isSearched(resource, search),
  };
}

export type Views = ReturnType<typeof useViews>;
