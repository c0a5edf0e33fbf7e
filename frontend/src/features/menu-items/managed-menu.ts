// The menu as it is managed: every entry in order, and where one comes that is moved.
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { call, type Answer, type Body } from '~/domain/client';
import { textIfKnown } from '~/kernel/i18n/i18n';
import { FALLBACK_LANGUAGE } from '~/kernel/i18n/languages';

export type ManagedItem = Answer<'ListManagedMenuItems'>[number];
type Move = NonNullable<Body<'UpdateMenuItem'>>;

export const MANAGED_MENU = 'managed-menu-items';

export function useManagedMenu() {
  return useQuery({
    queryKey: [MANAGED_MENU, 'all'],
    queryFn: ({ signal }) => call('ListManagedMenuItems', {}, signal),
  });
}

/** Whatever shows the menu reads it again. */
export function forgetMenu(queryClient: QueryClient): void {
  for (const key of [MANAGED_MENU, 'menu-items', 'grantable-menu-items'])
    void queryClient.invalidateQueries({ queryKey: [key] });
}

/** What an entry is called: by the installation, or else by the product. */
export function managedName(item: ManagedItem, language: string): string {
  if (language === FALLBACK_LANGUAGE) return item.name;
  const own = item.names.find((named) => named.language === language);
  if (own) return own.name;
  const given = item.name === item.givenName ? textIfKnown(`menu.${item.fullUrl}`) : undefined;
  return given ?? item.name;
}

/** Room between neighbours, for what is moved there later. */
const ROOM = 1_000_000;

/** A place between two neighbours; where there is none left, that of the first, behind which the server makes room. */
export function placeBetween(before: number | undefined, after: number | undefined): number {
  if (after === undefined) return (before ?? 0) + ROOM;
  return Math.floor(((before ?? 0) + after) / 2);
}

export interface Target {
  /** The entry that it comes to. */
  key: number;
  how: 'before' | 'after' | 'on';
}

/** What changes of an entry that is moved. What came with the product keeps its whole address wherever it stands. */
export function moveTo(
  items: readonly ManagedItem[],
  id: number,
  target: Target,
): Move | undefined {
  const item = items.find(({ menuItemId }) => menuItemId === id);
  const over = items.find(({ menuItemId }) => menuItemId === target.key);
  if (!item || !over) return undefined;
  const parentId = target.how === 'on' ? over.menuItemId : over.parentId;
  const neighbours = items.filter(
    (other) => other.parentId === parentId && other.menuItemId !== item.menuItemId,
  );
  const place = neighbours.findIndex(({ menuItemId }) => menuItemId === over.menuItemId);
  const index = target.how === 'on' ? neighbours.length : place + (target.how === 'after' ? 1 : 0);
  const position = placeBetween(neighbours[index - 1]?.position, neighbours[index]?.position);
  const above = items.find(({ menuItemId }) => menuItemId === parentId)?.fullUrl ?? '';
  const keepsAddress = item.givenName !== null && item.fullUrl.startsWith(`${above}/`);
  const url = keepsAddress ? item.fullUrl.slice(above.length) : item.url;
  return { parentId, position, url, version: item.version };
}
