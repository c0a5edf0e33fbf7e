// Operators: accounts that run a measuring site of a retailer.
import { call } from '~/domain/client';
import { companyKind } from '~/kernel/field/company-kind';
import { dateInPeriodKind, dateTimeKind } from '~/kernel/field/date-kind';
import { externalDevicesKind } from '~/kernel/field/external-devices-kind';
import { postalCodeKind } from '~/kernel/field/postal-code-kind';
import { servicesKind } from '~/kernel/field/services-kind';
import { addressKind, phoneKind } from '~/kernel/field/text-kind';
import { resource, type FieldOf } from '~/kernel/resource/resource';
import type { RecordOf } from '~/kernel/resource/usual-calls';
import { AccountDetail } from './account-detail';
import { EndTwoSteps } from './end-two-steps';
import { CancelLaunch, LaunchButton, LaunchOne, LaunchSelected } from './launch-buttons';
import { OPERATORS } from './screens';
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
import { contactKind, groupKind, launchStatusKind, mainManagerKind } from './staff-kinds';

const fields: FieldOf<'Operator'>[] = [
  nameField,
  loginIdField,
  {
    name: 'companyId',
    label: 'account.company',
    kind: companyKind(['RETAILER']),
    value: (operator) => operator.companyName,
    column: { width: 138 },
    filter: ['companyId'],
    form: 'always',
  },
  companyNameField,
  {
    name: 'mainManagerId',
    label: 'operator.mainManager',
    kind: mainManagerKind,
    value: (operator) => operator.mainManagerName,
    column: { width: 92 },
    filter: ['mainManagerId'],
    form: 'always',
  },
  {
    name: 'permissionGroupId',
    label: 'account.group',
    kind: groupKind(() => 'OPERATOR'),
    value: (operator) => operator.permissionGroupName,
    column: { width: 100, optional: true },
    filter: ['permissionGroupId'],
    seldom: true,
    form: 'always',
  },
  statusField,
  {
    name: 'launchStatus',
    label: 'operator.launchStatus',
    kind: launchStatusKind,
    column: { width: 90 },
    filter: ['launchStatuses'],
  },
  {
    name: 'launchedAt',
    label: 'operator.launchedAt',
    // Launches are entered by the day.
    kind: dateInPeriodKind,
    column: { width: 110 },
    filter: ['startLaunchedAt', 'endLaunchedAt'],
    seldom: true,
  },
  {
    name: 'serviceIds',
    label: 'company.services',
    kind: servicesKind,
    // Hidden by default: few operators have services of their own, the others use those of their
    // group.
    column: { width: 122, optional: true },
    filter: ['serviceIds'],
    form: 'always',
  },
  {
    name: 'externalDeviceIds',
    label: 'externalDevice.title',
    kind: externalDevicesKind,
    value: (operator) => operator.externalDeviceNames,
    column: { width: 170, optional: true },
    filter: ['externalDeviceId'],
    seldom: true,
    form: 'always',
  },
  {
    name: 'phoneNumber',
    label: 'company.phone',
    kind: contactKind(phoneKind),
    column: { width: 130, optional: true },
    filter: ['phoneNumber'],
    form: 'always',
  },
  emailField,
  { name: 'postalCode', label: 'company.postalCode', kind: postalCodeKind, form: 'always' },
  { name: 'address', label: 'company.address', kind: addressKind, form: 'always' },
  { name: 'addressDetail', label: 'company.addressDetail', kind: addressKind, form: 'always' },
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

function OperatorDetail({ record }: { record: RecordOf<'Operator'> }) {
  return (
    <AccountDetail
      fields={fields}
      record={record}
      accountId={record.operatorId}
      path={OPERATORS.path}
      actions={
        <>
          <EndTwoSteps accountId={record.operatorId} account={record} path={OPERATORS.path} />
          <LaunchOne operator={record} />
          <CancelLaunch operator={record} />
        </>
      }
      given={{
        count: (signal) =>
          call('GetOperatorGivenAccess', { path: { operatorId: record.operatorId } }, signal),
        takeOver: () =>
          call('TakeOverOperatorGivenAccess', { path: { operatorId: record.operatorId } }),
      }}
    />
  );
}

export const operators = resource('Operator', {
  screen: OPERATORS,
  nameOf: (operator) => operator.name,
  defaultSort: 'NEWEST',
  hasBin: true,
  exports: true,
  bulk: ['permissionGroupId', 'mainManagerId', 'serviceIds', 'status'],
  afterCreate: 'password',
  slots: { detail: OperatorDetail, actions: LaunchButton, selected: LaunchSelected },
  fields,
});
