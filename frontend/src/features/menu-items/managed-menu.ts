// The menu for its managers: all entries in order, and the positions of moved ones.
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { call, type Answer, type Body } from '~/domain/client';
import { textIfKnown } from '~/kernel/i18n/i18n';
import { FALLBACK_LANGUAGE } from '~/kernel/i18n/languages';
import {
  branchOf,
  fitsIn,
  movedPlace,
  type TreeEntry,
  type Target,
} from '~/kernel/tree/moved-place';

export type ManagedItem = Answer<'ListManagedMenuItems'>[number];
type Move = NonNullable<Body<'UpdateMenuItem'>>;

export const MANAGED_MENU = 'managed-menu-items';

export function useManagedMenu() {
  return useQuery({
    queryKey: [MANAGED_MENU, 'all'],
    queryFn: ({ signal }) => call('ListManagedMenuItems', {}, signal),
  });
}

/** Refetches the menu wherever it is shown. */
export function invalidateMenu(queryClient: QueryClient): Promise<unknown> {
  const keys = [MANAGED_MENU, 'menu-items', 'grantable-menu-items'];
  return Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

/** Returns the name of an entry: the installation's or else the product's. */
export function managedName(item: ManagedItem, language: string): string {
  if (language === FALLBACK_LANGUAGE) return item.name;
  const own = item.names.find((named) => named.language === language);
  if (own) return own.name;
  const given = item.name === item.givenName ? textIfKnown(`menu.${item.fullUrl}`) : undefined;
  return given ?? item.name;
}

type PlacedItem = ManagedItem & TreeEntry;
const placedItems = new WeakMap<readonly ManagedItem[], PlacedItem[]>();

/** Returns the entries as tree entries, memoized by the array. */
export function placed(items: readonly ManagedItem[]): PlacedItem[] {
  const known = placedItems.get(items) ?? items.map((item) => ({ ...item, id: item.menuItemId }));
  placedItems.set(items, known);
  return known;
}

/**
 * Returns the changes of a moved entry. Entries of the product keep their full address wherever
 * they are.
 */
export function moveTo(
  items: readonly ManagedItem[],
  id: number,
  target: Target,
): Move | undefined {
  const item = items.find(({ menuItemId }) => menuItemId === id);
  const place = movedPlace(placed(items), id, target);
  if (!item || !place) return undefined;
  const { parentId, position } = place;
  const above = items.find(({ menuItemId }) => menuItemId === parentId)?.fullUrl ?? '';
  const keepsAddress = item.givenName !== null && item.fullUrl.startsWith(`${above}/`);
  const url = keepsAddress ? item.fullUrl.slice(above.length) : item.url;
  return { parentId, position, url, version: item.version };
}

/** The maximum number of levels. */
const MAX_LEVELS = 4;

/**
 * Returns whether the server would accept the move: not inside itself, not too deep, and no screen
 * of the product, neither the entry nor a descendant, gets another address. Address conflicts are
 * known only to the server.
 */
export function canMoveTo(items: readonly ManagedItem[], id: number, target: Target): boolean {
  const moved = moveTo(items, id, target);
  const item = items.find(({ menuItemId }) => menuItemId === id);
  const all = placed(items);
  if (!moved || !item || !fitsIn(all, id, target, MAX_LEVELS)) return false;
  const above = items.find(({ menuItemId }) => menuItemId === moved.parentId)?.fullUrl ?? '';
  const keepsAddress = `${above}${moved.url ?? ''}` === item.fullUrl;
  return keepsAddress || branchOf(all, id).every(({ givenName }) => givenName === null);
}
