// The state of a list is its address and nothing else: filters, sort, page. Reading and changing it.
import { useCallback, useContext } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  useNavigate,
  useSearchParams,
  type NavigateOptions,
} from 'react-router';

export type ParameterValue = string | string[] | undefined;
export type Parameters = Record<string, ParameterValue>;

export const PAGE_SIZES = [20, 50, 100, 200] as const;
const DEFAULT_PAGE_SIZE = 20;
/** As far as the server goes. */
const LAST_PAGE = 1_000_000;
const LARGEST = 200;

// These move within a result or shape it; every other parameter decides what is in it.
const PAGE_PARAMETERS = ['page', 'pageSize', 'after', 'sort'];

/** Names the saved view that is on: it says how the rest of the address came about, and asks for nothing. */
export const VIEW_PARAMETER = 'view';

/** Given to every address that the list itself leads to: an empty one is then asked for, and no list being opened. */
export const WITHIN_LIST = { withinList: true } as const;

export function isWithinList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'withinList' in state;
}

export interface ListState {
  page: number;
  pageSize: number;
  /** What leads on from the page before, where the reader came here by Next. */
  after: string | undefined;
  /** A column's name, with a minus before it for descending. */
  sort: string | undefined;
  filters: Record<string, string[]>;
  /** What the address says about the place that is no page or size, such as `page=-1`. */
  wrong: string[];
}

export function readListState(search: URLSearchParams): ListState {
  const filters: Record<string, string[]> = {};
  for (const name of new Set(search.keys())) {
    if (!PAGE_PARAMETERS.includes(name) && name !== VIEW_PARAMETER)
      filters[name] = search.getAll(name);
  }
  return {
    page: wholeNumber(search.get('page'), 0),
    pageSize: wholeNumber(search.get('pageSize'), DEFAULT_PAGE_SIZE) || DEFAULT_PAGE_SIZE,
    after: search.get('after') ?? undefined,
    sort: search.get('sort') ?? undefined,
    filters,
    wrong: [...wrongly(search, 'page', 0, LAST_PAGE), ...wrongly(search, 'pageSize', 1, LARGEST)],
  };
}

function wholeNumber(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
}

function wrongly(search: URLSearchParams, name: string, least: number, most: number): string[] {
  const text = search.get(name);
  if (text === null) return [];
  const value = wholeNumber(text, -1);
  return value < least || value > most ? [`${name}=${text}`] : [];
}

/** A change of what is in the result starts it again from its first page. */
export function withParameters(search: URLSearchParams, changes: Parameters): URLSearchParams {
  const next = new URLSearchParams(search);
  const sameResult = Object.keys(changes).every((name) => name === 'page' || name === 'after');
  if (!sameResult) next.delete('page');
  next.delete('after');
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const one of [value ?? []].flat()) {
      if (one !== '') next.append(name, one);
    }
  }
  if (next.get('page') === '0') next.delete('page');
  if (next.get('pageSize') === String(DEFAULT_PAGE_SIZE)) next.delete('pageSize');
  return next;
}

export function useListState() {
  const [search] = useSearchParams();
  const rewrite = useRewrite();
  /** Typing replaces the address, so that Back leads to the page before and not through every letter. */
  const change = useCallback(
    (changes: Parameters, how: { replace: boolean } = { replace: false }) => {
      rewrite((now) => withParameters(now, changes), how);
    },
    [rewrite],
  );
  return {
    state: readListState(search),
    change,
    clear: () => {
      rewrite((now) => only(now, ['pageSize', 'sort']));
    },
    /** Back to the first page in the usual order, with the filters as they are. */
    start: () => {
      rewrite((now) => {
        const kept = new URLSearchParams(now);
        for (const name of PAGE_PARAMETERS) kept.delete(name);
        return kept;
      });
    },
  };
}

function only(search: URLSearchParams, names: readonly string[]): URLSearchParams {
  return new URLSearchParams([...search].filter(([name]) => names.includes(name)));
}

/** Whether the reader is on the way to another page, from which nothing must call them back. */
export function useIsLeaving(): () => boolean {
  const router = useContext(DataRouterContext)?.router;
  return useCallback(() => {
    if (!router) return false;
    const { location, navigation } = router.state;
    return navigation.location !== undefined && navigation.location.pathname !== location.pathname;
  }, [router]);
}

/**
 * Changes the address as it is at that moment. What a component was last drawn with may be older: two filters
 * that are typed one right after the other would each write over the other.
 */
function useRewrite() {
  const navigate = useNavigate();
  const router = useContext(DataRouterContext)?.router;
  const isLeaving = useIsLeaving();
  return useCallback(
    (make: (now: URLSearchParams) => URLSearchParams, how?: NavigateOptions) => {
      // The last letter of a filter may come when its reader has chosen another page.
      if (!router || isLeaving()) return;
      const { location, navigation } = router.state;
      const next = navigation.location ?? location;
      const search = make(new URLSearchParams(next.search)).toString();
      void navigate(`?${search}`, { ...how, state: WITHIN_LIST });
    },
    [isLeaving, navigate, router],
  );
}
