// Says before saving what the accounts of a group gain and lose, and how many they are.
import { useQueryClient } from '@tanstack/react-query';
import { formatList } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { useRecordId } from '~/kernel/resource/use-dialog-route';
import { useMenuName } from '~/kernel/session/menu-name';
import { useGrantable } from './grantable';
import type { Group, GroupValues } from './group-resource';
import classes from './matrix.module.css';
import { allowedOf, changesOf } from './matrix-model';

interface GroupChangesProps {
  before: GroupValues;
  values: GroupValues;
}

export function GroupChanges({ before, values }: GroupChangesProps) {
  const t = useText();
  const nameOf = useMenuName();
  const grantable = useGrantable();
  const changes = changesOf(allowedOf(before.allowedMenuItems), allowedOf(values.allowedMenuItems));
  const accounts = useAccountCount();
  if (changes.length === 0) return null;
  const named = (actions: readonly string[]) =>
    formatList(actions.map((action) => t(`permission.${action}` as 'permission.read')));
  return (
    <div className={classes.changes} role="status">
      {t('group.changes', { items: changes.length, accounts })}
      <ul>
        {changes.map(({ menuItemId, gained, lost }) => {
          const item = grantable.data?.find((known) => known.menuItemId === menuItemId);
          return (
            <li key={menuItemId}>
              {item ? nameOf(item) : menuItemId}
              {gained.length > 0 && <> · {t('group.gained', { actions: named(gained) })}</>}
              {lost.length > 0 && <> · {t('group.lost', { actions: named(lost) })}</>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The form that changes a record has read it just before. */
function useAccountCount(): number {
  const id = useRecordId();
  const known = useQueryClient().getQueryData<{ row?: Group }>(['permission-groups', 'edit', id]);
  return known?.row?.accountCount ?? 0;
}
