// Permission groups: what the accounts of a group may do on which screens.
import type { Answer, Body } from '~/domain/client';
import { choiceKind } from '~/kernel/field/choice-kind';
import { dateTimeKind } from '~/kernel/field/date-kind';
import { switchKind } from '~/kernel/field/flag-kind';
import { servicesKind } from '~/kernel/field/services-kind';
import { longTextKind, textKind } from '~/kernel/field/text-kind';
import { textIfKnown } from '~/kernel/i18n/i18n';
import { resource, type Entered } from '~/kernel/resource/resource';
import { accountLists, accountsKind } from './accounts-kind';
import { areChangesIn, GroupChanges } from './group-changes';
import { matrixKind } from './matrix-kind';
import { PERMISSION_GROUPS } from './screens';
import { SeenMenu } from './seen-menu';

export type Group = Answer<'GetPermissionGroup'>;
export type GroupValues = Entered<Body<'CreatePermissionGroup'>>;

const authorityKind = choiceKind({
  words: ['ADMIN', 'VENDOR', 'DEALER', 'RETAILER', 'OPERATOR', 'MEMBER'],
  prefix: 'role',
  multiple: true,
});

/** Translates the default name of a group. A custom name stays unchanged. */
const nameOf = ({ name }: Pick<Group, 'name'>) => textIfKnown(`permissionGroup.${name}`) ?? name;

export const groups = resource('PermissionGroup', {
  screen: PERMISSION_GROUPS,
  nameOf,
  defaultSort: 'OLDEST',
  copyWithout: 'name',
  hasBin: true,
  exports: true,
  bulk: ['requiresTwoSteps'],
  dependentsOf: (group) => ({ accounts: accountLists(group) }),
  slots: { preview: SeenMenu, changes: { areIn: areChangesIn, Explanation: GroupChanges } },
  fields: [
    {
      name: 'name',
      label: 'group.name',
      kind: textKind,
      value: nameOf,
      column: { width: 180 },
      filter: ['name'],
      form: 'always',
    },
    {
      name: 'authority',
      label: 'group.authority',
      kind: authorityKind,
      column: { width: 120 },
      filter: ['authorities'],
      form: 'create',
    },
    // Companies may give their groups the same name. The installation's groups have no company.
    {
      name: 'companyName',
      label: 'account.company',
      kind: textKind,
      column: { width: 150 },
    },
    {
      name: 'accountCount',
      label: 'group.accounts',
      kind: accountsKind,
      value: (group) => group,
      column: { width: 90 },
    },
    {
      name: 'description',
      label: 'group.description',
      kind: longTextKind,
      column: { width: 260 },
      form: 'always',
    },
    {
      name: 'updatedAt',
      label: 'board.updatedAt',
      kind: dateTimeKind,
      column: { width: 138, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
    },
    {
      name: 'requiresTwoSteps',
      label: 'group.requiresTwoSteps',
      kind: switchKind,
      column: { width: 110, optional: true },
      form: 'always',
    },
    { name: 'allowedServiceIds', label: 'company.services', kind: servicesKind, form: 'always' },
    { name: 'allowedMenuItems', label: 'group.matrix', kind: matrixKind, form: 'always' },
  ],
});
