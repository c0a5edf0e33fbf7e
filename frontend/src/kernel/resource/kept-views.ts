// The default views of lists, stored in this browser for each account. With them a list opens
// without waiting for the server. Data of another format, or corrupt data, is ignored: it would
// break the list permanently.
import { atom } from 'jotai';
import { storedAtom } from '~/kernel/storage/stored-atom';
import type { Answer } from '~/domain/client';

/** The part of a view that a list needs before the server has returned its views. */
export type KeptView = Pick<
  Answer<'ListSavedViews'>[number],
  'savedViewId' | 'name' | 'query' | 'columns'
>;
type KeptViews = Record<string, KeptView>;

/** Must change whenever the stored shape of a view changes. */
const FORMAT = 1;
const NONE: KeptViews = {};

const keptAtom = storedAtom<unknown>('uno-default-views', null);

const startOf = (accountId: number) => `${String(accountId)} `;

export function keptViewKey(accountId: number, list: string): string {
  return startOf(accountId) + list;
}

export const keptViewsAtom = atom(
  (get) => viewsIn(get(keptAtom)),
  (get, set, change: (now: KeptViews) => KeptViews) => {
    const now = viewsIn(get(keptAtom));
    const views = change(now);
    if (views !== now) set(keptAtom, { format: FORMAT, views });
  },
);

/** Removes the views of an account, for a sign-out that leaves no data behind. */
export function withoutViewsOf(accountId: number): (now: KeptViews) => KeptViews {
  const isOwn = (key: string) => key.startsWith(startOf(accountId));
  return (now) =>
    Object.keys(now).some(isOwn)
      ? Object.fromEntries(Object.entries(now).filter(([key]) => !isOwn(key)))
      : now;
}

function viewsIn(stored: unknown): KeptViews {
  return isObject(stored) && stored.format === FORMAT && areViews(stored.views)
    ? stored.views
    : NONE;
}

function areViews(value: unknown): value is KeptViews {
  return isObject(value) && Object.values(value).every(isView);
}

function isView(value: unknown): value is KeptView {
  return (
    isObject(value) &&
    typeof value.savedViewId === 'number' &&
    typeof value.name === 'string' &&
    (value.query === null || typeof value.query === 'string') &&
    Array.isArray(value.columns) &&
    value.columns.every(
      (column: unknown) =>
        isObject(column) && typeof column.name === 'string' && typeof column.isShown === 'boolean',
    )
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
