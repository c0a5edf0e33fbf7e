// Managers: who runs the service, an administrator or somebody of a company.
import { dateTimeKind } from '~/kernel/field/date-kind';
import { emailKind, longTextKind, phoneKind, textKind } from '~/kernel/field/text-kind';
import { resource, type FieldOf } from '~/kernel/resource/resource';
import type { RecordOf } from '~/kernel/resource/usual-calls';
import { AccountDetail } from './account-detail';
import { MANAGERS, OPERATORS } from './screens';
import { companyOfRoleKind, groupKind, roleKind, shownStatus, statusKind } from './staff-kinds';

const fields: FieldOf<'Manager'>[] = [
  {
    name: 'name',
    label: 'account.name',
    kind: textKind,
    column: { width: 90, sort: { ascending: 'NAME', descending: 'NAME_DESC' } },
    filter: ['name'],
    form: 'always',
  },
  {
    name: 'loginId',
    label: 'account.loginId',
    kind: textKind,
    column: { width: 112 },
    filter: ['loginId'],
    form: 'create',
  },
  {
    name: 'role',
    label: 'account.role',
    kind: roleKind,
    column: { width: 88 },
    filter: ['managerRoles'],
    form: 'always',
  },
  {
    name: 'companyId',
    label: 'account.company',
    kind: companyOfRoleKind,
    value: (manager) => manager.companyName,
    column: { width: 138 },
    filter: ['companyId'],
    form: 'always',
    onlyIf: ({ role }) => role !== 'ADMIN',
    required: true,
  },
  {
    name: 'companyName',
    label: 'company.name',
    kind: textKind,
    filter: ['companyName'],
    hidden: true,
  },
  {
    name: 'permissionGroupId',
    label: 'account.group',
    kind: groupKind((values) => values?.role),
    value: (manager) => manager.permissionGroupName,
    column: { width: 100 },
    form: 'always',
  },
  {
    name: 'status',
    label: 'staff.status',
    kind: statusKind,
    value: shownStatus,
    column: { width: 114 },
    form: 'always',
  },
  {
    name: 'phoneNumber',
    label: 'company.phone',
    kind: phoneKind,
    column: { width: 122 },
    filter: ['phoneNumber'],
    form: 'always',
  },
  {
    name: 'email',
    label: 'company.email',
    kind: emailKind,
    column: { width: 200, optional: true },
    form: 'always',
  },
  {
    name: 'lastSignedInAt',
    label: 'staff.lastSignIn',
    kind: dateTimeKind,
    column: { width: 138 },
  },
  {
    name: 'createdAt',
    label: 'company.createdAt',
    kind: dateTimeKind,
    column: { width: 138, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
    filter: ['startCreatedAt', 'endCreatedAt'],
  },
  { name: 'memo', label: 'company.memo', kind: longTextKind, form: 'always' },
];

function ManagerDetail({ record }: { record: RecordOf<'Manager'> }) {
  return (
    <AccountDetail
      fields={fields}
      record={record}
      accountId={record.managerId}
      path={MANAGERS.path}
    />
  );
}

export const managers = resource('Manager', {
  screen: MANAGERS,
  nameOf: (manager) => manager.name,
  defaultSort: 'NEWEST',
  hasBin: true,
  exports: true,
  afterCreate: 'password',
  dependentsOf: ({ managerId }) => ({
    operators: [{ screen: OPERATORS, filters: { mainManagerId: String(managerId) } }],
  }),
  slots: { detail: ManagerDetail },
  fields,
});
