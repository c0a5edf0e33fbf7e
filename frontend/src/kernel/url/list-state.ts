// The state of a list is its address and nothing else: filters, sort, page. Reading and changing it.
import { useSearchParams } from 'react-router';

export type ParameterValue = string | string[] | undefined;
export type Parameters = Record<string, ParameterValue>;

export const PAGE_SIZES = [20, 50, 100, 200] as const;
const DEFAULT_PAGE_SIZE = 20;

// These move within a result or shape it; every other parameter decides what is in it.
const PLACE = ['page', 'pageSize', 'after', 'sort'];

export interface ListState {
  page: number;
  pageSize: number;
  /** What leads on from the page before, where the reader came here by Next. */
  after: string | undefined;
  /** A column's name, with a minus before it for descending. */
  sort: string | undefined;
  filters: Record<string, string[]>;
}

export function readListState(search: URLSearchParams): ListState {
  const filters: Record<string, string[]> = {};
  for (const name of new Set(search.keys())) {
    if (!PLACE.includes(name)) filters[name] = search.getAll(name);
  }
  return {
    page: wholeNumber(search.get('page'), 0),
    pageSize: wholeNumber(search.get('pageSize'), DEFAULT_PAGE_SIZE) || DEFAULT_PAGE_SIZE,
    after: search.get('after') ?? undefined,
    sort: search.get('sort') ?? undefined,
    filters,
  };
}

function wholeNumber(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
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
  const [search, setSearch] = useSearchParams();
  return {
    state: readListState(search),
    /** Typing replaces the address, so that Back leads to the page before and not through every letter. */
    change: (changes: Parameters, how: { replace: boolean } = { replace: false }) => {
      setSearch((now) => withParameters(now, changes), how);
    },
    clear: () => {
      setSearch((now) => {
        const kept = new URLSearchParams();
        for (const name of ['pageSize', 'sort']) {
          const value = now.get(name);
          if (value !== null) kept.set(name, value);
        }
        return kept;
      });
    },
  };
}
