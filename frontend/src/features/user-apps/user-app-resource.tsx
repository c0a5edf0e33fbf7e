// User apps: the apps on members' phones, by service.
import { call, type Answer } from '~/domain/client';
import { choiceKind } from '~/kernel/field/choice-kind';
import { dateTimeKind } from '~/kernel/field/date-kind';
import { optionKind } from '~/kernel/field/option-kind';
import { servicesKind } from '~/kernel/field/services-kind';
import { textKind } from '~/kernel/field/text-kind';
import { resource } from '~/kernel/resource/resource';
import { badgeWidth, ToneBadge } from '~/ui/tone-badge';
import { COMPANY_APPS, USER_APPS } from './screens';

export type UserApp = Answer<'GetUserApp'>;

const ACTIVE = 'ACTIVE';

const statusKind = {
  ...choiceKind({
    words: [ACTIVE, 'STOPPED'],
    prefix: 'userApp.status',
    multiple: true,
    show: (word, label) => (
      <ToneBadge tone={word === ACTIVE ? 'good' : 'neutral'}>{label}</ToneBadge>
    ),
    roomOf: badgeWidth,
  }),
  empty: ACTIVE,
};

/** The services that the user works with. Each app belongs to one of them. */
const serviceKind = optionKind(() => ({
  queryKey: ['services', 'options'],
  ask: async (signal) => {
    const { data } = await call('ListServices', { query: { page: 0, pageSize: 200 } }, signal);
    return data.map(({ id, name }) => ({ id, name }));
  },
}));

export const userApps = resource('UserApp', {
  screen: USER_APPS,
  nameOf: ({ name }) => name,
  defaultSort: 'NAME',
  hasBin: true,
  exports: true,
  bulk: ['status'],
  dependentsOf: ({ userAppId }) => ({
    companyUserApps: [{ screen: COMPANY_APPS, filters: { userAppId: String(userAppId) } }],
  }),
  fields: [
    {
      name: 'name',
      label: 'userApp.name',
      kind: textKind,
      column: { width: 170, sort: { ascending: 'NAME', descending: 'NAME_DESCENDING' } },
      filter: ['name'],
      form: 'always',
    },
    {
      name: 'serviceId',
      label: 'userApp.service',
      kind: serviceKind,
      value: ({ serviceName }) => serviceName,
      column: { width: 145 },
      form: 'always',
    },
    {
      name: 'serviceIds',
      label: 'company.services',
      kind: servicesKind,
      filter: ['serviceIds'],
      hidden: true,
    },
    {
      name: 'status',
      label: 'terms.status',
      kind: statusKind,
      column: { width: 100 },
      filter: ['statuses'],
      form: 'always',
    },
    {
      name: 'androidPackage',
      label: 'userApp.androidPackage',
      kind: textKind,
      column: { width: 223 },
      form: 'always',
    },
    {
      name: 'iosBundle',
      label: 'userApp.iosBundle',
      kind: textKind,
      column: { width: 223 },
      form: 'always',
    },
    {
      name: 'updatedAt',
      label: 'board.updatedAt',
      kind: dateTimeKind,
      column: { width: 138, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
    },
  ],
});
