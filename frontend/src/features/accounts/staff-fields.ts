// The fields that managers and operators share.
import { dateTimeKind } from '~/kernel/field/date-kind';
import { stateKind } from '~/kernel/field/flag-kind';
import { emailKind, longTextKind, textKind } from '~/kernel/field/text-kind';
import type { FieldOf } from '~/kernel/resource/resource';
import { contactKind, shownStatus, statusKind } from './staff-kinds';

type StaffField = FieldOf<'Manager'> & FieldOf<'Operator'>;

export const nameField: StaffField = {
  name: 'name',
  label: 'account.name',
  kind: textKind,
  column: { width: 90, sort: { ascending: 'NAME', descending: 'NAME_DESC' } },
  filter: ['name'],
  form: 'always',
};

export const loginIdField: StaffField = {
  name: 'loginId',
  label: 'account.loginId',
  kind: textKind,
  column: { width: 112 },
  filter: ['loginId'],
  form: 'create',
};

export const companyNameField: StaffField = {
  name: 'companyName',
  label: 'company.name',
  kind: textKind,
  filter: ['companyName'],
  seldom: true,
  hidden: true,
};

export const statusField: StaffField = {
  name: 'status',
  label: 'staff.status',
  kind: statusKind,
  value: shownStatus,
  column: { width: 114 },
  filter: ['accountStates'],
  form: 'always',
};

export const twoStepsField: StaffField = {
  name: 'hasTwoSteps',
  label: 'twoSteps.title',
  kind: stateKind({ on: 'twoSteps.on', off: 'twoSteps.off' }),
  column: { width: 110, optional: true },
};

/** For histories only, which record that a password was set. */
export const passwordField: StaffField = {
  name: 'password',
  label: 'account.password',
  kind: textKind,
  value: () => null,
  hidden: true,
};

export const emailField: StaffField = {
  name: 'email',
  label: 'company.email',
  kind: contactKind(emailKind),
  column: { width: 200, optional: true },
  form: 'always',
};

export const createdAtField: StaffField = {
  name: 'createdAt',
  label: 'company.createdAt',
  kind: dateTimeKind,
  column: { width: 138, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
  filter: ['startCreatedAt', 'endCreatedAt'],
};

export const memoField: StaffField = {
  name: 'memo',
  label: 'company.memo',
  kind: longTextKind,
  form: 'always',
};
