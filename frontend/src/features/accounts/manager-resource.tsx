// Managers: staff who run the service, as administrators or for a company.
import { call } from '~/domain/client';
import { dateTimeKind } from '~/kernel/field/date-kind';
import { phoneKind } from '~/kernel/field/text-kind';
import { resource, type FieldOf } from '~/kernel/resource/resource';
import type { RecordOf } from '~/kernel/resource/usual-calls';
import { AccountDetail } from './account-detail';
import { EndTwoSteps } from './end-two-steps';
import { MANAGERS, OPERATORS } from './screens';
import {
  companyNameField,
  createdAtField,
  emailField,
  loginIdField,
  memoField,
  nameField,
  passwordField,
  statusField,
  twoStepsField,
} from './staff-fields';
import { companyOfRoleKind, contactKind, groupKind, isCompanyType, roleKind } from './staff-kinds';

const fields: FieldOf<'Manager'>[] = [
  nameField,
  loginIdField,
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
    column: { width: 130 },
    filter: ['companyId'],
    form: 'always',
    // The role determines the tier of the company.
    onlyIf: ({ role }) => isCompanyType(role),
    keepsPlace: true,
    required: true,
  },
  companyNameField,
  {
    name: 'permissionGroupId',
    label: 'account.group',
    kind: groupKind((values) => values?.role),
    value: (manager) => manager.permissionGroupName,
    column: { width: 100 },
    filter: ['permissionGroupId'],
    form: 'always',
  },
  statusField,
  {
    name: 'phoneNumber',
    label: 'company.phone',
    kind: contactKind(phoneKind),
    column: { width: 128 },
    filter: ['phoneNumber'],
    form: 'always',
  },
  emailField,
  {
    name: 'lastSignedInAt',
    label: 'staff.lastSignIn',
    kind: dateTimeKind,
    column: { width: 138, optional: true },
  },
  twoStepsField,
  passwordField,
  createdAtField,
  memoField,
];

function ManagerDetail({ record }: { record: RecordOf<'Manager'> }) {
  return (
    <AccountDetail
      fields={fields}
      record={record}
      accountId={record.managerId}
      path={MANAGERS.path}
      actions={<EndTwoSteps accountId={record.managerId} account={record} path={MANAGERS.path} />}
      given={{
        count: (signal) =>
          call('GetManagerGivenAccess', { path: { managerId: record.managerId } }, signal),
        takeOver: () =>
          call('TakeOverManagerGivenAccess', { path: { managerId: record.managerId } }),
      }}
    />
  );
}

export const managers = resource('Manager', {
  screen: MANAGERS,
  nameOf: (manager) => manager.name,
  defaultSort: 'NEWEST',
  hasBin: true,
  exports: true,
  bulk: ['permissionGroupId', 'status'],
  afterCreate: 'password',
  dependentsOf: ({ managerId }) => ({
    operators: [{ screen: OPERATORS, filters: { mainManagerId: String(managerId) } }],
  }),
  slots: { detail: ManagerDetail },
  fields,
});
