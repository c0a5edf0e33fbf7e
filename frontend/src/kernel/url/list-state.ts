// Reads and changes the state of a list. The address is the only source of truth for filters, sort
// order and page.
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
/**
 * The highest page number and the largest page that an address may ask for. The server has a higher
 * limit for the page number, and the same one for the size.
 */
const LAST_PAGE = 1_000_000;
const LARGEST = 200;

// Position and order within a result. All other parameters select the rows.
const PAGE_PARAMETERS = ['page', 'pageSize', 'after', 'sort'];

/** Names the active saved view. It records where the address came from and filters nothing. */
export const VIEW_PARAMETER = 'view';

/**
 * The state of every address that the list navigates to. An empty address then means "all rows",
 * not "open the list with its default view".
 */
export const WITHIN_LIST = { withinList: true } as const;

export function isWithinList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'withinList' in state;
}

export interface ListState {
  page: number;
  pageSize: number;
  /** Cursor of this page, if the user reached it with Next. */
  after: string | undefined;
  /** A column name, with a leading minus for descending order. */
  sort: string | undefined;
  filters: Record<string, string[]>;
  /** Invalid page parameters of the address, such as `page=-1`. */
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

/** A change of the filters returns to the first page. */
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
  /**
   * Typing replaces the history entry, so that Back returns to the previous page and not through
   * every letter.
   */
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
    /** Returns to the first page in the default order and keeps the filters. */
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

/** Returns whether a navigation to another page is in progress, which must not be interrupted. */
export function useIsLeaving(): () => boolean {
  const router = useContext(DataRouterContext)?.router;
  return useCallback(() => {
    if (!router) return false;
    const { location, navigation } = router.state;
    return navigation.location !== undefined && navigation.location.pathname !== location.pathname;
  }, [router]);
}

/**
 * Changes the current address, not the one of the last render. That may be outdated: two filters
 * typed in quick succession would overwrite each other.
 */
function useRewrite() {
  const navigate = useNavigate();
  const router = useContext(DataRouterContext)?.router;
  const isLeaving = useIsLeaving();
  return useCallback(
    (make: (now: URLSearchParams) => URLSearchParams, how?: NavigateOptions) => {
      // The debounced end of a typed filter may arrive when the user has already left the page.
      if (!router || isLeaving()) return;
      const { location, navigation } = router.state;
      const next = navigation.location ?? location;
      const search = make(new URLSearchParams(next.search)).toString();
      void navigate(`?${search}`, { ...how, state: WITHIN_LIST });
    },
    [isLeaving, navigate, router],
  );
}
