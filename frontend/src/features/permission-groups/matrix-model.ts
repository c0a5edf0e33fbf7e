// The logic of the permission matrix, without its rendering: its rows, and what a box represents
// and changes.
import type { Answer, Body } from '~/domain/client';

export type Item = Answer<'ListGrantableMenuItems'>[number];
export type Allowed = NonNullable<Body<'CreatePermissionGroup'>['allowedMenuItems']>[number];

export const ACTIONS = ['read', 'create', 'update', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

/** A menu entry: a page or a section. */
export interface Row {
  item: Item;
  /** The number of ancestors. */
  depth: number;
  /** The pages that its boxes represent: itself, or all pages below it. */
  pages: readonly Item[];
}

/** Whether none, some or all permissions of a box are granted. */
export type Share = 'none' | 'some' | 'all';

/**
 * Returns the rows of a group, in menu order. Members have the pages about themselves, staff all
 * others.
 */
export function rowsOf(items: readonly Item[], isForMembers: boolean): Row[] {
  const byId = new Map(items.map((item) => [item.menuItemId, item]));
  const above = (item: Item) => (item.parentId === null ? undefined : byId.get(item.parentId));
  const line = (item: Item): Item[] => {
    const over = above(item);
    return over ? [...line(over), item] : [item];
  };
  const holders = new Set(items.map((item) => item.parentId));
  // An entry without an address of its own has no page.
  const isPage = (item: Item) =>
    !holders.has(item.menuItemId) &&
    item.isForMembers === isForMembers &&
    item.fullUrl !== (above(item)?.fullUrl ?? '');
  const pages = new Map<number, Item[]>();
  for (const page of items.filter(isPage))
    for (const entry of line(page))
      pages.set(entry.menuItemId, [...(pages.get(entry.menuItemId) ?? []), page]);
  return items.flatMap((item) => {
    const own = pages.get(item.menuItemId);
    return own ? [{ item, depth: line(item).length - 1, pages: own }] : [];
  });
}

function allows(allowed: readonly Allowed[], page: Item, action: Action): boolean {
  return allowed.find((entry) => entry.menuItemId === page.menuItemId)?.[action] ?? false;
}

/**
 * Returns the permissions that the user may grant: nobody grants permissions that they do not hold.
 */
function grantable(pages: readonly Item[], actions: readonly Action[]): [Item, Action][] {
  return pages.flatMap((page) =>
    actions.filter((action) => page.grant[action]).map((action): [Item, Action] => [page, action]),
  );
}

export function isGrantable(pages: readonly Item[], actions: readonly Action[]): boolean {
  return grantable(pages, actions).length > 0;
}

export function shareOf(
  allowed: readonly Allowed[],
  pages: readonly Item[],
  actions: readonly Action[],
): Share {
  const given = grantable(pages, actions);
  // Also counts permissions that are granted but cannot be granted by this user.
  const all = pages.flatMap((page) => actions.map((action): [Item, Action] => [page, action]));
  const held = all.filter(([page, action]) => allows(allowed, page, action)).length;
  if (held === 0) return 'none';
  return given.every(([page, action]) => allows(allowed, page, action)) ? 'all' : 'some';
}

/**
 * Grants all permissions of a box that the user may grant or, if all of them are granted, revokes
 * them. Granting another action grants reading, too; revoking reading revokes the other actions.
 */
export function toggled(
  allowed: readonly Allowed[],
  pages: readonly Item[],
  actions: readonly Action[],
): Allowed[] {
  const on = shareOf(allowed, pages, actions) !== 'all';
  const next = new Map(allowed.map((entry) => [entry.menuItemId, { ...entry }]));
  for (const [page, action] of grantable(pages, actions)) {
    const id = page.menuItemId;
    const entry = next.get(id) ?? {
      menuItemId: id,
      read: false,
      create: false,
      update: false,
      delete: false,
    };
    entry[action] = on;
    if (on) entry.read = true;
    else if (action === 'read')
      Object.assign(entry, { create: false, update: false, delete: false });
    next.set(id, entry);
  }
  return [...next.values()]
    .filter((entry) => entry.read)
    .sort((a, b) => a.menuItemId - b.menuItemId);
}

export interface Change {
  menuItemId: number;
  gained: Action[];
  lost: Action[];
}

/** Returns the permissions that a group gains and loses by a change. */
export function changesOf(before: readonly Allowed[], after: readonly Allowed[]): Change[] {
  const ids = [...new Set([...before, ...after].map((entry) => entry.menuItemId))];
  return ids
    .map((menuItemId) => {
      const was = before.find((entry) => entry.menuItemId === menuItemId);
      const is = after.find((entry) => entry.menuItemId === menuItemId);
      return {
        menuItemId,
        gained: ACTIONS.filter((action) => is?.[action] && !was?.[action]),
        lost: ACTIONS.filter((action) => was?.[action] && !is?.[action]),
      };
    })
    .filter(({ gained, lost }) => gained.length + lost.length > 0);
}

/** Returns the matrix in a form's value. */
export function allowedOf(value: unknown): readonly Allowed[] {
  return Array.isArray(value) ? (value as Allowed[]) : [];
}
