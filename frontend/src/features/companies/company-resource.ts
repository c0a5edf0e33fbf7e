// Companies: one definition for the three tiers, each with its own screen.
import { call, type Answer, type Body, type Query } from '~/domain/client';
import { companyKind, type CompanyType } from '~/kernel/field/company-kind';
import { dateTimeKind } from '~/kernel/field/date-kind';
import { numberKind } from '~/kernel/field/number-kind';
import { servicesKind } from '~/kernel/field/services-kind';
import {
  addressKind,
  emailKind,
  longTextKind,
  phoneKind,
  textKind,
} from '~/kernel/field/text-kind';
import type {
  Field,
  FormValues,
  ListQuery,
  RecordHome,
  Resource,
} from '~/kernel/resource/definition';

type Company = Answer<'GetCompany'>;

interface Tier {
  type: CompanyType;
  path: string;
  title: 'company.vendors' | 'company.dealers' | 'company.retailers';
  texts: NonNullable<Resource<Company>['texts']>;
  /** The tiers that may stand above; none for a vendor. */
  parents: readonly CompanyType[];
}

export const VENDORS: Tier = {
  type: 'VENDOR',
  path: '/company_management/vendor_management',
  title: 'company.vendors',
  texts: {
    create: 'company.createVendor',
    edit: 'company.editVendor',
    remove: 'company.removeVendor',
  },
  parents: [],
};

export const DEALERS: Tier = {
  type: 'DEALER',
  path: '/company_management/dealer_management',
  title: 'company.dealers',
  texts: {
    create: 'company.createDealer',
    edit: 'company.editDealer',
    remove: 'company.removeDealer',
  },
  parents: ['VENDOR'],
};

export const RETAILERS: Tier = {
  type: 'RETAILER',
  path: '/company_management/retailer_management',
  title: 'company.retailers',
  texts: {
    create: 'company.createRetailer',
    edit: 'company.editRetailer',
    remove: 'company.removeRetailer',
  },
  parents: ['VENDOR', 'DEALER'],
};

/** Which company a company of the tier stands below; a vendor stands below none. */
function parentFields(parents: readonly CompanyType[]): Field<Company>[] {
  if (parents.length === 0) return [];
  return [
    {
      name: 'parentCompanyId',
      label: 'company.parent',
      kind: companyKind(parents),
      value: (company) => company.parentCompanyName,
      column: { width: 140 },
      filter: ['parentCompanyId'],
      form: 'always',
      required: true,
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

/** All companies are read by one call; each belongs to the screen of its tier. */
function homeOf({ type, companyId }: Company, tier: Tier): RecordHome | undefined {
  const own = [VENDORS, DEALERS, RETAILERS].find((one) => one.type === type);
  if (own === undefined || own.type === tier.type) return undefined;
  return { title: own.title, path: `${own.path}/${String(companyId)}` };
}

export function companies(tier: Tier): Resource<Company> {
  const body = (values: FormValues) => ({ ...values, type: tier.type }) as Body<'CreateCompany'>;
  const query = (values: ListQuery) =>
    ({ ...values, types: [tier.type] }) as Query<'ListCompanies'>;
  return {
    name: `companies-${tier.type.toLowerCase()}`,
    path: tier.path,
    title: tier.title,
    texts: tier.texts,
    idOf: (company) => company.companyId,
    nameOf: (company) => company.name,
    homeOf: (company) => homeOf(company, tier),
    form: 'CompanySave',
    filterForm: 'CompanyFilter',
    fixedValues: { type: tier.type },
    defaultSort: 'NEWEST',
    api: {
      list: (values, signal) => call('ListCompanies', { query: query(values) }, signal),
      get: (companyId, signal) => call('GetCompany', { path: { companyId } }, signal),
      create: (values) => call('CreateCompany', { body: body(values) }),
      update: (companyId, values) =>
        call('UpdateCompany', { path: { companyId }, body: body(values) }),
      remove: (companyId) => call('DeleteCompany', { path: { companyId } }),
      revisions: (companyId, page, signal) =>
        call('ListCompanyRevisions', { path: { companyId }, query: { page } }, signal),
    },
    fields: [
      {
        name: 'name',
        label: 'company.name',
        kind: textKind,
        column: { width: 150, sort: { ascending: 'NAME', descending: 'NAME_DESC' } },
        filter: ['name'],
        form: 'always',
      },
      ...parentFields(tier.parents),
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
        column: { width: 86 },
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
      { name: 'memberCount', label: 'company.members', kind: numberKind(), column: { width: 78 } },
      { name: 'postalCode', label: 'company.postalCode', kind: textKind, form: 'always' },
      {
        name: 'serviceIds',
        label: 'company.services',
        kind: servicesKind,
        column: { width: 144 },
        filter: ['serviceIds'],
        form: 'always',
      },
      { name: 'address', label: 'company.address', kind: addressKind, form: 'always' },
      { name: 'addressDetail', label: 'company.addressDetail', kind: addressKind, form: 'always' },
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
  };
}
