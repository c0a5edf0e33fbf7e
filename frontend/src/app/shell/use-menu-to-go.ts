// The menu as its reader is led by it. Every page of it leads somewhere: a member's has none of those that the server
// keeps nothing for, and no section that would stand empty without them.
import { useIsOffered, useOwnRecords } from '~/features/users/own-records';
import { useMenu } from '~/kernel/session/account';
import { withPages, type MenuItem } from './menu';

interface MenuToGo {
  items: readonly MenuItem[];
  isPending: boolean;
}

export function useMenuToGo(): MenuToGo {
  const menu = useMenu();
  const records = useOwnRecords();
  const isOffered = useIsOffered();
  return {
    items: withPages(menu.data ?? [], isOffered),
    // Nothing is shown that would vanish a moment later.
    isPending: menu.isPending || records.isLoading,
  };
}
