// Saved views of a list: the address and columns that a view stores, the active view, and the
// default view. The address remains the source of truth for the rows: applying a view writes its
// filters into the address, and the parameter `view` names the view.
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
import { useStoredDefault, useActiveView, viewsOf, type SavedView } from './known-views';
import { columnsSaved, useListColumns, type Columns } from './list-columns';

type ListResource<Row extends ResourceRecord> = Pick<
  Resource<Row>,
  'key' | 'path' | 'fields' | 'filterForm'
>;

/** The kinds of typed filters. Typed values may identify a person, so views do not store them. */
const TYPED = ['text', 'lines', 'secret', 'loginId', 'email', 'phone', 'pastDate', 'date'];
/** A text field whose values are chosen from codes. */
const CHOSEN = 'kind';
const PLACES = ['page', 'pageSize'];

function keptParameters<Row extends ResourceRecord>({ filterForm }: ListResource<Row>): string[] {
  return formFields(filterForm)
    .filter(({ path, kind }) => path === CHOSEN || !TYPED.includes(kind))
    .map(({ path }) => path)
    .filter((path) => !PLACES.includes(path));
}

/**
 * Returns the part of an address that a view stores, in canonical order, or null if it is empty.
 */
export function keptQuery<Row extends ResourceRecord>(
  resource: ListResource<Row>,
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

/** Returns whether the list is filtered by a typed value. */
export function isSearched<Row extends ResourceRecord>(
  resource: ListResource<Row>,
  search: URLSearchParams,
): boolean {
  const kept = keptParameters(resource);
  return resource.fields.some(({ filter }) =>
    filter?.some((name) => !kept.includes(name) && search.has(name)),
  );
}

/** Returns the columns of a list as the user has chosen and ordered them. */
function columnsOf<Row extends ResourceRecord>(
  { fields }: ListResource<Row>,
  { choice, order }: Columns,
): SavedView['columns'] {
  return columnsInOrder(fields, order).map((field) => ({
    name: field.name,
    isShown: isShown(field, choice),
  }));
}

function isAltered<Row extends ResourceRecord>(
  resource: ListResource<Row>,
  view: KeptView,
  now: Pick<KeptView, 'query' | 'columns'>,
): boolean {
  const saved = {
    query: keptQuery(resource, new URLSearchParams(view.query ?? '')),
    columns: columnsOf(resource, columnsSaved(view)),
  };
  return JSON.stringify(now) !== JSON.stringify(saved);
}

/** Stores the server's default view on this device, or that there is none any more. */
function useFollowedDefault(list: string, views: readonly SavedView[] | undefined) {
  const { key, kept, change } = useStoredDefault(list);
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

/** Returns an address's parameters without the position in the list. */
function askedIn(search: string): string {
  return withParameters(new URLSearchParams(search), { pageSize: undefined }).toString();
}

export function useViews<Row extends ResourceRecord>(resource: ListResource<Row>) {
  const location = useLocation();
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  const asked = useQuery(viewsOf(resource.key));
  const views = asked.data;
  const standard: KeptView | undefined = useFollowedDefault(resource.key, views);
  const { on } = useActiveView(resource.key);
  const { choice, order, follow } = useListColumns(resource.key);
  /**
   * The state with which the list was opened while its views were loading: the address, and the
   * view as it was stored.
   */
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
  // Cached views may still be refetching.
  const isAnswered = views !== undefined && !asked.isFetching;
  useEffect(() => {
    // If the navigation does not happen, the address is rendered again and the view is applied
    // then.
    if (isLeaving()) return;
    const look = (view?: KeptView) =>
      JSON.stringify([view?.savedViewId, view?.query, view?.columns]);
    const before = opened.current;
    // The view may have been changed or removed in another browser. Filters that the user has
    // changed since are kept.
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
    /** The active view, and whether the list deviates from it. */
    on,
    isAltered: on !== undefined && isAltered(resource, on, now),
    /**
     * Whether the rows must not be fetched yet because the default view is about to change the
     * address.
     */
    isOpening: isOpening && standard !== undefined,
    apply: (view: SavedView) => {
      apply(view, pageSize);
    },
    /** Returns to all rows, in the default order and with this device's column settings. */
    leave: () => {
      go(null, { pageSize });
    },
    /** The state that would be saved. */
    now,
    isSearched: isSearched(resource, search),
  };
}

export type Views = ReturnType<typeof useViews>;
