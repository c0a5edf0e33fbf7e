// Members of companies. Lists and details hold masked personal data; forms load them in full.
import { call, type Answer } from '~/domain/client';
import { choiceKind, sexKind } from '~/kernel/field/choice-kind';
import { companyKind } from '~/kernel/field/company-kind';
import { birthDateKind, dateTimeKind } from '~/kernel/field/date-kind';
import { numberKind } from '~/kernel/field/number-kind';
import { servicesKind } from '~/kernel/field/services-kind';
import {
  addressKind,
  emailKind,
  longTextKind,
  phoneKind,
  textKind,
} from '~/kernel/field/text-kind';
import { resource } from '~/kernel/resource/resource';
import { divisionKind } from './division-kind';
import { MemberImportButton } from '~/kernel/resource/import-button';
import { MEMBERS } from './screens';

export type Member = Answer<'GetMember'>;

const nameMatchKind = choiceKind({
  words: ['ANYWHERE'],
  prefix: 'member.nameMatch',
  none: 'member.nameMatch.BEGINNING',
});

export const members = resource('Member', {
  screen: MEMBERS,
  nameOf: (member) => member.name,
  // The same index serves the name filter and the sort order.
  defaultSort: ({ name }) => (name === undefined ? 'NEWEST' : 'NAME'),
  pagesByKey: true,
  exports: true,
  exportReason: 'many',
  bulk: ['divisionId'],
  slots: { actions: MemberImportButton },
  calls: {
    getForEdit: (memberId, signal) => call('RevealMember', { path: { memberId } }, signal),
  },
  fields: [
    {
      name: 'name',
      label: 'member.name',
      kind: textKind,
      column: { width: 140, sort: { ascending: 'NAME', descending: 'NAME_DESC' } },
      filter: ['name'],
      form: 'always',
    },
    {
      name: 'nameMatch',
      label: 'member.nameMatch',
      kind: nameMatchKind,
      filter: ['nameMatch'],
      hidden: true,
    },
    {
      name: 'memberNo',
      label: 'member.number',
      kind: textKind,
      column: { width: 130 },
      filter: ['memberNo'],
      form: 'always',
    },
    {
      name: 'companyId',
      label: 'member.company',
      kind: companyKind(),
      value: (member) => member.companyName,
      column: { width: 140 },
      filter: ['companyId'],
      form: 'create',
      fromFilter: true,
    },
    {
      name: 'divisionId',
      label: 'member.division',
      kind: divisionKind,
      value: (member) => member.divisionName,
      column: { width: 120, optional: true },
      filter: ['divisionIds'],
      form: 'always',
    },
    // The company's services, by which its members are counted.
    {
      name: 'serviceIds',
      label: 'company.services',
      kind: servicesKind,
      filter: ['serviceIds'],
      hidden: true,
    },
    {
      name: 'birthDate',
      label: 'member.birthDate',
      kind: birthDateKind,
      column: { width: 120 },
      filter: ['birthDate'],
      form: 'always',
    },
    {
      name: 'age',
      label: 'member.age',
      kind: numberKind(),
      column: { width: 70 },
      filter: ['minAge', 'maxAge'],
    },
    {
      name: 'sex',
      label: 'member.sex',
      kind: sexKind,
      column: { width: 70 },
      filter: ['sex'],
      form: 'always',
    },
    {
      name: 'phoneNumber',
      label: 'member.phone',
      kind: phoneKind,
      column: { width: 140 },
      filter: ['phoneNumber'],
      form: 'always',
    },
    {
      name: 'email',
      label: 'member.email',
      kind: emailKind,
      column: { width: 180, optional: true },
      form: 'always',
    },
    { name: 'address', label: 'member.address', kind: addressKind, form: 'always' },
    {
      name: 'createdAt',
      label: 'member.createdAt',
      kind: dateTimeKind,
      column: { width: 150, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
      filter: ['startCreatedAt', 'endCreatedAt'],
    },
    {
      name: 'updatedAt',
      label: 'member.updatedAt',
      kind: dateTimeKind,
      column: { width: 150, optional: true },
    },
    // Hidden in lists and details: it is loaded with the personal data.
    { name: 'memo', label: 'member.memo', kind: longTextKind, form: 'always', hidden: true },
  ],
});
