// Companies: one definition for three tiers, each with its own screen.
import type { Answer } from '~/domain/client';
import { companyKind, type CompanyType } from '~/kernel/field/company-kind';
import { dateTimeKind } from '~/kernel/field/date-kind';
import type { Kind } from '~/kernel/field/kind';
import { NOTHING } from '~/kernel/field/nothing';
import { numberKind } from '~/kernel/field/number-kind';
import { postalCodeKind } from '~/kernel/field/postal-code-kind';
import { servicesKind } from '~/kernel/field/services-kind';
import {
  addressKind,
  emailKind,
  longTextKind,
  phoneKind,
  textKind,
} from '~/kernel/field/text-kind';
import { textIfKnown } from '~/kernel/i18n/i18n';
import type { DependentList, RecordHome } from '~/kernel/resource/definition';
import { resource, type FieldOf } from '~/kernel/resource/resource';
import { MANAGERS_PATH, MEMBERS_PATH, OPERATORS_PATH } from '~/kernel/screen/known-paths';
import type { Screen } from '~/kernel/screen/screen';
import { DEALERS, RETAILERS, VENDORS } from './screens';

export type Company = Answer<'GetCompany'>;

export const SCREENS: Record<CompanyType, Screen> = {
  VENDOR: VENDORS,
  DEALER: DEALERS,
  RETAILER: RETAILERS,
};

/** The tier that a company is upgraded to. */
export const TIER_ABOVE: Partial<Record<CompanyType, CompanyType>> = {
  RETAILER: 'DEALER',
  DEALER: 'VENDOR',
};

/** The possible tiers of the parent. A vendor has none. */
const PARENTS: Record<CompanyType, readonly CompanyType[]> = {
  VENDOR: [],
  DEALER: ['VENDOR'],
  RETAILER: ['VENDOR', 'DEALER'],
};

/** Texts for the case that no such company exists. */
const NONE_ABOVE = {
  DEALER: 'company.noneAbove.DEALER',
  RETAILER: 'company.noneAbove.RETAILER',
} as const;

/** A tier, shown by its word. */
const tierKind: Kind = {
  show: (tier) => textIfKnown(`role.${String(tier)}`) ?? NOTHING,
  showText: (tier) => textIfKnown(`role.${tier}`) ?? tier,
  empty: null,
};

/** Returns the field of the parent company. Vendors have none. */
function parentFields(tier: CompanyType): FieldOf<'Company'>[] {
  // A company that was upgraded to vendor had a parent before, which its history shows.
  if (tier === 'VENDOR')
    return [{ name: 'parentCompanyId', label: 'company.parent', kind: textKind, hidden: true }];
  return [
    {
      name: 'parentCompanyId',
      label: 'company.parent',
      kind: companyKind(PARENTS[tier], NONE_ABOVE[tier]),
      value: (company) => company.parentCompanyName,
      column: { width: 124 },
      filter: ['parentCompanyId'],
      form: 'always',
      required: true,
      fromFilter: true,
    },
    {
      name: 'parentCompanyName',
      label: 'company.parentName',
      kind: textKind,
      filter: ['parentCompanyName'],
      hidden: true,
    },
  ];
}

/** One call reads companies of all tiers. Each belongs to the screen of its tier. */
function homeOf({ type, companyId }: Company, tier: CompanyType): RecordHome | undefined {
  const { title, path } = SCREENS[type];
  return type === tier ? undefined : { title, path: `${path}/${String(companyId)}` };
}

/** Child companies are listed by tier. */
function dependentsOf({ type, companyId }: Company): Record<string, DependentList[]> {
  const id = String(companyId);
  const below = { VENDOR: [DEALERS, RETAILERS], DEALER: [RETAILERS], RETAILER: [] }[type];
  return {
    companies: below.map((screen) => ({ screen, filters: { parentCompanyId: id } })),
    accounts: [
      { screen: { path: MANAGERS_PATH, title: 'manager.title' }, filters: { companyId: id } },
      { screen: { path: OPERATORS_PATH, title: 'operator.title' }, filters: { companyId: id } },
    ],
    members: [
      { screen: { path: MEMBERS_PATH, title: 'member.title' }, filters: { companyId: id } },
    ],
  };
}

export function companies(tier: CompanyType) {
  return resource('Company', {
    screen: SCREENS[tier],
    key: `companies-${tier.toLowerCase()}`,
    nameOf: (company) => company.name,
    dependentsOf,
    homeOf: (company) => homeOf(company, tier),
    fixedValues: { type: tier },
    fixedFilters: { types: [tier] },
    defaultSort: 'NEWEST',
    hasBin: true,
    exports: true,
    bulk: ['serviceIds'],
    fields: [
      {
        name: 'name',
        label: 'company.name',
        kind: textKind,
        column: { width: 140, sort: { ascending: 'NAME', descending: 'NAME_DESC' } },
        filter: ['name'],
        form: 'always',
      },
      ...parentFields(tier),
      {
        name: 'businessNumber',
        label: 'company.businessNumber',
        kind: textKind,
        column: { width: 125 },
        form: 'always',
      },
      {
        name: 'representativeName',
        label: 'company.representative',
        kind: textKind,
        // If the row shows the parent, there is no space for the contact person.
        column: { width: 86, optional: PARENTS[tier].length > 0 },
        form: 'always',
      },
      {
        name: 'phoneNumber',
        label: 'company.phone',
        kind: phoneKind,
        column: { width: 125 },
        form: 'always',
      },
      {
        name: 'email',
        label: 'company.email',
        kind: emailKind,
        column: { width: 200, optional: true },
        form: 'always',
      },
      // For histories only: the screen implies the type.
      { name: 'type', label: 'field.name.type', kind: tierKind, hidden: true },
      { name: 'memberCount', label: 'company.members', kind: numberKind(), column: { width: 78 } },
      { name: 'postalCode', label: 'company.postalCode', kind: postalCodeKind, form: 'always' },
      { name: 'address', label: 'company.address', kind: addressKind, form: 'always' },
      { name: 'addressDetail', label: 'company.addressDetail', kind: addressKind, form: 'always' },
      {
        name: 'serviceIds',
        label: 'company.services',
        kind: servicesKind,
        column: { width: 159 },
        filter: ['serviceIds'],
        form: 'always',
      },
      {
        name: 'createdAt',
        label: 'company.createdAt',
        kind: dateTimeKind,
        column: { width: 138, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
        filter: ['startCreatedAt', 'endCreatedAt'],
      },
      {
        name: 'updatedAt',
        label: 'company.updatedAt',
        kind: dateTimeKind,
        column: { width: 150, optional: true },
      },
      { name: 'memo', label: 'company.memo', kind: longTextKind, form: 'always' },
    ],
  });
}
