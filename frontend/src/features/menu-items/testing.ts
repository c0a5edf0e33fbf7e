// A menu entry for tests, as returned to the menu's managers.
import type { ManagedItem } from './managed-menu';

const permit = { allowed: true, reason: null };

export function entry(
  menuItemId: number,
  parentId: number | null,
  position: number,
  url: string,
  parts: Partial<ManagedItem> = {},
): ManagedItem {
  return {
    menuItemId,
    parentId,
    name: url,
    names: [],
    url,
    unrestricted: false,
    isHidden: false,
    position,
    fullUrl: url,
    givenName: null,
    createdAt: '2026-11-01T09:00:00+09:00',
    updatedAt: '2026-11-02T10:00:00+09:00',
    version: 2,
    can: { update: permit, delete: permit },
    ...parts,
  };
}
