// Shows before saving which permissions the accounts of a group gain and lose, and how many
// accounts there are.
import { useQueryClient } from '@tanstack/react-query';
import { formatList } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { useRecordId } from '~/kernel/resource/use-dialog-route';
import { useServices } from '~/kernel/session/account';
import { useMenuName } from '~/kernel/session/menu-name';
import { useGrantable } from './grantable';
import type { Group, GroupValues } from './group-resource';
import classes from './matrix.module.css';
import { allowedOf, changesOf } from './matrix-model';

interface GroupChangesProps {
  before: GroupValues;
  values: GroupValues;
}

const servicesOf = ({ allowedServiceIds }: GroupValues): number[] =>
  Array.isArray(allowedServiceIds) ? (allowedServiceIds as number[]) : [];

const itemChanges = (before: GroupValues, values: GroupValues) =>
  changesOf(allowedOf(before.allowedMenuItems), allowedOf(values.allowedMenuItems));

/** Returns the services that only the first group has. */
const without = (some: GroupValues, others: GroupValues) =>
  servicesOf(some).filter((id) => !servicesOf(others).includes(id));

/** Returns whether the demand for a second factor changes. */
const isDemandChanged = (before: GroupValues, values: GroupValues) =>
  (before.requiresTwoSteps === true) !== (values.requiresTwoSteps === true);

/** Returns whether the permissions of a group's accounts change. */
export function areChangesIn(before: GroupValues, values: GroupValues): boolean {
  const services = [...without(values, before), ...without(before, values)];
  const isOther = itemChanges(before, values).length + services.length > 0;
  return isOther || isDemandChanged(before, values);
}

export function GroupChanges({ before, values }: GroupChangesProps) {
  const t = useText();
  const nameOf = useMenuName();
  const grantable = useGrantable();
  const services = useServices();
  const changes = itemChanges(before, values);
  const accounts = useAccountCount();
  const [gainedServices, lostServices] = [without(values, before), without(before, values)];
  const servicesNamed = (ids: readonly number[]) =>
    formatList(
      ids.map((id) => services.data?.find((service) => service.id === id)?.name ?? String(id)),
    );
  const named = (actions: readonly string[]) =>
    formatList(actions.map((action) => t(`permission.${action}` as 'permission.read')));
  return (
    <div className={classes.changes}>
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
        {isDemandChanged(before, values) && (
          <li>
            {t('group.requiresTwoSteps')} ·{' '}
            {t(values.requiresTwoSteps === true ? 'field.yes' : 'field.no')}
          </li>
        )}
        {gainedServices.length + lostServices.length > 0 && (
          <li>
            {t('company.services')}
            {gainedServices.length > 0 && (
              <> · {t('group.gained', { actions: servicesNamed(gainedServices) })}</>
            )}
            {lostServices.length > 0 && (
              <> · {t('group.lost', { actions: servicesNamed(lostServices) })}</>
            )}
          </li>
        )}
      </ul>
    </div>
  );
}

/** The edit form has just loaded the record. */
function useAccountCount(): number {
  const id = useRecordId();
  const known = useQueryClient().getQueryData<{ row?: Group }>(['permission-groups', 'edit', id]);
  return known?.row?.accountCount ?? 0;
}
