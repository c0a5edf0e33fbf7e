// Saved views of a list: what one keeps of the list's address and columns, which one is on, and the one that the list is
// opened with. The address stays what says which rows are shown: a view writes into it, and `view` names the view.
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formFields } from '~/domain/validation';
import {
  isWithinList,
  useIsLeaving,
  VIEW_PARAMETER,
  withParameters,
  WITHIN_LIST,
} from '~/kernel/url/list-state';
import { columnsInOrder, isShown, type Resource, type ResourceRecord } from './definition';
import type { KeptView } from './kept-views';
import { useKeptDefault, useViewOn, viewsOf, type SavedView } from './known-views';
import { columnsSaved, useListColumns, type Columns } from './list-columns';

type Listed<Row extends ResourceRecord> = Pick<
  Resource<Row>,
  'key' | 'path' | 'fields' | 'filterForm'
>;

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
function columnsOf<Row extends ResourceRecord>(
  { fields }: Listed<Row>,
  { choice, order }: Columns,
): SavedView['columns'] {
  return columnsInOrder(fields, order).map((field) => ({
    name: field.name,
    isShown: isShown(field, choice),
  }));
}

function isAltered<Row extends ResourceRecord>(
  resource: Listed<Row>,
  view: KeptView,
  now: Pick<KeptView, 'query' | 'columns'>,
): boolean {
  const saved = {
    query: keptQuery(resource, new URLSearchParams(view.query ?? '')),
    columns: columnsOf(resource, columnsSaved(view)),
  };
  return JSON.stringify(now) !== JSON.stringify(saved);
}

/** Keeps what the server says of the default view, also that there is none any more. */
function useFollowedDefault(list: string, views: readonly SavedView[] | undefined) {
  const { key, kept, change } = useKeptDefault(list);
  useEffect(() => {
    if (!views || key === undefined) return;
    const found = views.find(({ isDefault }) => isDefault);
    change((now) => {
      const { [key]: before, ...others } = now;
      if (!found) return before ? others : now;
      const { savedViewId, name, query, columns } = found;
      const kept = { savedViewId, name, query, columns };
      return JSON.stringify(before) === JSON.stringify(kept) ? now : { ...others, [key]: kept };
    });
  }, [views, key, change]);
  return views ? views.find(({ isDefault }) => isDefault) : kept;
}

/** What an address asks for, wherever in it one is. */
function askedIn(search: string): string {
  return withParameters(new URLSearchParams(search), { pageSize: undefined }).toString();
}

export function useViews<Row extends ResourceRecord>(resource: Listed<Row>) {
  const location = useLocation();
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  const asked = useQuery(viewsOf(resource.key));
  const views = asked.data;
  const standard: KeptView | undefined = useFollowedDefault(resource.key, views);
  const { on } = useViewOn(resource.key);
  const { choice, order, follow } = useListColumns(resource.key);
  /** What the list was opened with while its views were asked for: the address, and the view as it was known. */
  const opened = useRef<{ search: string; view: string }>(undefined);
  const search = new URLSearchParams(location.search);

  const go = useCallback(
    (query: string | null, changes: Record<string, string | undefined>, replace = false) => {
      const next = new URLSearchParams(query ?? '');
      for (const [name, value] of Object.entries(changes))
        if (value !== undefined) next.set(name, value);
      void navigate({ search: next.toString() }, { replace, state: WITHIN_LIST });
      return next.toString();
    },
    [navigate],
  );
  const pageSize = search.get('pageSize') ?? undefined;
  const apply = useCallback(
    (view: KeptView, size: string | undefined, replace = false) => {
      follow(view);
      const changes = { [VIEW_PARAMETER]: String(view.savedViewId), pageSize: size };
      return go(view.query, changes, replace);
    },
    [follow, go],
  );

  const isOpening =
    location.pathname === resource.path && location.search === '' && !isWithinList(location.state);
  // What is known from before may be asked for once more.
  const isAnswered = views !== undefined && !asked.isFetching;
  useEffect(() => {
    // Where they do not get there, the address is drawn anew, and the view comes on then.
    if (isLeaving()) return;
    const look = (view?: KeptView) =>
      JSON.stringify([view?.savedViewId, view?.query, view?.columns]);
    const before = opened.current;
    // Somebody may have changed or removed it in another browser. Whoever has touched the filters since keeps them.
    const isOutdated =
      before?.search === askedIn(location.search) &&
      views !== undefined &&
      before.view !== look(standard);
    if (standard && (isOpening || isOutdated)) {
      const address = apply(standard, pageSize, true);
      opened.current = isAnswered ? undefined : { search: askedIn(address), view: look(standard) };
    } else if (isAnswered) {
      opened.current = undefined;
      if (isOutdated) go(null, { pageSize }, true);
    }
  }, [
    apply,
    go,
    isAnswered,
    isLeaving,
    isOpening,
    location.key,
    location.search,
    pageSize,
    standard,
    views,
  ]);

  const now = {
    query: keptQuery(resource, search),
    columns: columnsOf(resource, { choice, order }),
  };
  return {
    asked,
    /** The view that is on, and whether the list is no longer as it says. */
    on,
    isAltered: on !== undefined && isAltered(resource, on, now),
    /** Whether the rows of the address are not to be asked for, since the default view is about to change it. */
    isOpening: isOpening && standard !== undefined,
    apply: (view: SavedView) => {
      apply(view, pageSize);
    },
    /** Back to all rows, in their usual order and in the columns that this device keeps. */
    leave: () => {
      go(null, { pageSize });
    },
    /** What would be saved now. */
    now,
    isSearched: isSearched(resource, search),
  };
}

export type Views = ReturnType<typeof useViews>;
