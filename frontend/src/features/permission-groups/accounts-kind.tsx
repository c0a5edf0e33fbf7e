// The number of accounts in a group, with links to their lists.
import { Anchor } from '@mantine/core';
import { useAccess } from '~/kernel/access/access';
import { numberKind } from '~/kernel/field/number-kind';
import { NOTHING } from '~/kernel/field/nothing';
import type { Kind } from '~/kernel/field/kind';
import { formatNumber } from '~/kernel/i18n/format';
import type { DependentList } from '~/kernel/resource/definition';
import { MANAGERS_PATH, OPERATORS_PATH } from '~/kernel/screen/known-paths';
import { Link } from '~/ui/link';
import type { Group } from './group-resource';

type Counted = Pick<Group, 'permissionGroupId' | 'authority' | 'accountCount'>;

/**
 * Returns the lists of a group's accounts. Members' groups have none: all members are in the
 * product's group.
 */
export function accountLists({
  permissionGroupId,
  authority,
}: Omit<Counted, 'accountCount'>): DependentList[] {
  if (authority === 'MEMBER') return [];
  const filters = { permissionGroupId: String(permissionGroupId) };
  return authority === 'OPERATOR'
    ? [{ screen: { path: OPERATORS_PATH, title: 'operator.title' }, filters }]
    : [{ screen: { path: MANAGERS_PATH, title: 'manager.title' }, filters }];
}

function AccountCount({ group }: { group: Counted }) {
  const [list] = accountLists(group);
  const { read } = useAccess(list?.screen.path ?? '');
  const count = formatNumber(group.accountCount);
  if (!list || !read || group.accountCount === 0) return count;
  return (
    <Anchor
      component={Link}
      to={`${list.screen.path}?${new URLSearchParams(list.filters).toString()}`}
      inherit
    >
      {count}
    </Anchor>
  );
}

export const accountsKind: Kind = {
  ...numberKind(),
  show: (group) =>
    typeof group === 'object' && group !== null ? (
      <AccountCount group={group as Counted} />
    ) : (
      NOTHING
    ),
};
