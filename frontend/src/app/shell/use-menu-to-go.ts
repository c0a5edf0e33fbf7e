// The menu as the user sees it. A member's menu omits the pages of records that the server does not
// offer, and sections that would be empty without them.
import { useIsOffered, useOwnRecords } from '~/features/users/own-records';
import { useMenu } from '~/kernel/session/account';
import { withPages, type MenuItem } from './menu';

interface VisibleMenu {
  items: readonly MenuItem[];
  isPending: boolean;
  /** Requests the menu again, if it is missing because the request failed. */
  retry: (() => void) | undefined;
}

export function useVisibleMenu(): VisibleMenu {
  const menu = useMenu();
  const records = useOwnRecords();
  const isOffered = useIsOffered();
  return {
    items: withPages(menu.data ?? [], isOffered),
    // Shows nothing that would disappear a moment later.
    isPending: menu.isPending || records.isLoading,
    retry: menu.isLoadingError ? () => void menu.refetch() : undefined,
  };
}
