// The user apps that companies provide to their members: the period, and the number of users.
import { call, type Answer } from '~/domain/client';
import { companyKind } from '~/kernel/field/company-kind';
import { dateInPeriodKind, dateTimeKind } from '~/kernel/field/date-kind';
import { stateKind } from '~/kernel/field/flag-kind';
import { numberKind } from '~/kernel/field/number-kind';
import { optionKind } from '~/kernel/field/option-kind';
import { resource } from '~/kernel/resource/resource';
import { COMPANY_APPS } from './screens';

type CompanyApp = Answer<'GetCompanyUserApp'>;

/** The apps that the user may provide. */
const appKind = optionKind(() => ({
  queryKey: ['user-apps', 'options'],
  ask: async (signal) => {
    const options = await call('ListUserAppOptions', {}, signal);
    return options.map(({ userAppId, name }) => ({ id: userAppId, name }));
  },
}));

/** Histories have the names in place of the ids, so a deleted company app has no other names. */
const nameOf = ({ companyId, companyName, userAppId, userAppName }: Partial<CompanyApp>) =>
  [companyName ?? companyId, userAppName ?? userAppId].join(' ');

export const companyApps = resource('CompanyUserApp', {
  screen: COMPANY_APPS,
  nameOf,
  defaultSort: 'NEWEST',
  hasBin: true,
  exports: true,
  bulk: ['endsOn'],
  fields: [
    {
      name: 'companyId',
      label: 'member.company',
      kind: companyKind(),
      value: ({ companyName }) => companyName,
      column: { width: 180 },
      filter: ['companyId'],
      form: 'create',
      fromFilter: true,
    },
    {
      name: 'userAppId',
      label: 'companyApp.app',
      kind: appKind,
      value: ({ userAppName }) => userAppName,
      column: { width: 180 },
      filter: ['userAppId'],
      form: 'create',
    },
    {
      name: 'startsOn',
      label: 'companyApp.startsOn',
      kind: dateInPeriodKind,
      column: { width: 110, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
      filter: ['startStartsOn', 'endStartsOn'],
      form: 'always',
    },
    {
      name: 'endsOn',
      label: 'companyApp.endsOn',
      kind: dateInPeriodKind,
      column: { width: 110 },
      form: 'always',
    },
    {
      name: 'isEnded',
      label: 'companyApp.isEnded',
      kind: stateKind({ on: 'companyApp.isEnded', tone: 'neutral' }),
      column: { width: 90 },
      filter: ['isEnded'],
    },
    {
      name: 'activeUsers',
      label: 'companyApp.activeUsers',
      kind: numberKind(),
      column: { width: 130 },
    },
    { name: 'users', label: 'companyApp.users', kind: numberKind(), column: { width: 110 } },
    {
      name: 'updatedAt',
      label: 'board.updatedAt',
      kind: dateTimeKind,
      column: { width: 138, optional: true },
    },
  ],
});
