// The menu as the accounts of a group will see it.
import { StateMessage } from '~/ui/state-message';
import { useText } from '~/kernel/i18n/i18n';
import { useMenuName } from '~/kernel/session/menu-name';
import { NoAccessIcon } from '~/ui/icons';
import { useGrantable } from './grantable';
import type { GroupValues } from './group-resource';
import classes from './matrix.module.css';
import { allowedOf, type Item } from './matrix-model';

export function SeenMenu({ values }: { values: GroupValues }) {
  const t = useText();
  const grantable = useGrantable();
  const items = grantable.data ?? [];
  const readable = new Set(
    allowedOf(values.allowedMenuItems).flatMap((entry) => (entry.read ? [entry.menuItemId] : [])),
  );
  const isSeen = (item: Item): boolean =>
    !item.isHidden &&
    (readable.has(item.menuItemId) ||
      (item.unrestricted && item.isForMembers === (values.authority === 'MEMBER')) ||
      items.some((child) => child.parentId === item.menuItemId && isSeen(child)));
  const seen = items.filter(isSeen);
  if (seen.length === 0) return <StateMessage icon={NoAccessIcon} title={t('group.seesNothing')} />;
  return (
    <nav aria-label={t('group.seenMenu')}>
      <Level items={seen} above={null} />
    </nav>
  );
}

function Level({ items, above }: { items: readonly Item[]; above: number | null }) {
  const nameOf = useMenuName();
  const own = items.filter((item) => item.parentId === above);
  if (own.length === 0) return null;
  return (
    <ul className={classes.menu}>
      {own.map((item) => (
        <li key={item.menuItemId}>
          {nameOf(item)}
          <Level items={items} above={item.menuItemId} />
        </li>
      ))}
    </ul>
  );
}
