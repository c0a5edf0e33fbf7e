// The names of the fields that the change log tells of, by resource: those of the forms in which they are changed.
import type { Body } from '~/domain/client';
import { text, textIfKnown, type MessageKey } from '~/kernel/i18n/i18n';

/** A form without what says which record and version is meant. */
type Names<Form> = Record<Exclude<keyof Form, 'version'>, MessageKey>;

/** What histories of accounts tell by name, or beside the form. */
type Told = Record<'companyName' | 'permissionGroupName' | 'password' | 'hasTwoSteps', MessageKey>;

const MEMBER: Names<Body<'CreateMember'>> = {
  companyId: 'member.company',
  memberNo: 'member.number',
  divisionId: 'member.division',
  name: 'member.name',
  birthDate: 'member.birthDate',
  sex: 'member.sex',
  phoneNumber: 'member.phone',
  email: 'member.email',
  address: 'member.address',
  memo: 'member.memo',
};

const COMPANY: Names<Body<'CreateCompany'>> & {
  parentCompanyName: MessageKey;
  credential: MessageKey;
} = {
  type: 'field.name.type',
  name: 'company.name',
  parentCompanyId: 'company.parent',
  parentCompanyName: 'company.parentName',
  businessNumber: 'company.businessNumber',
  representativeName: 'company.representative',
  phoneNumber: 'company.phone',
  email: 'company.email',
  postalCode: 'company.postalCode',
  address: 'company.address',
  addressDetail: 'company.addressDetail',
  memo: 'company.memo',
  serviceIds: 'company.services',
  credential: 'field.name.credential',
};

const DIVISION: Names<Body<'CreateDivision'>> = {
  companyId: 'member.company',
  parentDivisionId: 'division.parent',
  name: 'division.name',
  position: 'menuItem.position',
};

const USER: Names<Body<'UpdateOwnProfile'> & Body<'UpdateOwnLevel'>> & {
  loginId: MessageKey;
  levelEvidence: MessageKey;
  trackingEnabled: MessageKey;
} = {
  loginId: 'login.loginId',
  name: 'member.name',
  birthDate: 'member.birthDate',
  sex: 'member.sex',
  phoneNumber: 'member.phone',
  email: 'member.email',
  address: 'member.address',
  level: 'me.level',
  levelEvidence: 'link.evidence',
  trackingEnabled: 'me.tracking',
};

const MEMBER_LINK: Record<'memberId' | 'userId' | 'state' | 'evidence', MessageKey> = {
  memberId: 'log.resource.member',
  userId: 'log.resource.user',
  state: 'staff.status',
  evidence: 'link.evidence',
};

const ADMIN_BOARD: Names<Body<'CreateAdminBoard'>> = {
  category: 'board.category',
  name: 'board.name',
  subName: 'board.subName',
  content: 'board.content',
  isPopup: 'board.isPopup',
  popupTarget: 'board.popupTarget',
  popupFrom: 'board.popupFrom',
  popupTo: 'board.popupTo',
};

const TERMS: Names<Body<'CreateTerms'>> = {
  kind: 'terms.kind',
  edition: 'terms.edition',
  language: 'shell.language',
  content: 'board.content',
  isRequired: 'terms.isRequired',
  effectiveFrom: 'terms.effectiveFrom',
  status: 'terms.status',
};

const MANAGER: Names<Body<'CreateManager'>> & Told = {
  loginId: 'account.loginId',
  name: 'account.name',
  role: 'account.role',
  companyId: 'account.company',
  companyName: 'account.company',
  permissionGroupId: 'account.group',
  permissionGroupName: 'account.group',
  phoneNumber: 'company.phone',
  email: 'company.email',
  status: 'staff.status',
  memo: 'company.memo',
  password: 'account.password',
  hasTwoSteps: 'twoSteps.title',
};

const OPERATOR: Names<Body<'CreateOperator'>> &
  Told &
  Record<'mainManagerName' | 'launchedAt', MessageKey> = {
  loginId: 'account.loginId',
  name: 'account.name',
  companyId: 'account.company',
  companyName: 'account.company',
  mainManagerId: 'operator.mainManager',
  mainManagerName: 'operator.mainManager',
  permissionGroupId: 'account.group',
  permissionGroupName: 'account.group',
  serviceIds: 'company.services',
  externalDeviceIds: 'externalDevice.title',
  phoneNumber: 'company.phone',
  email: 'company.email',
  postalCode: 'company.postalCode',
  address: 'company.address',
  addressDetail: 'company.addressDetail',
  status: 'staff.status',
  memo: 'company.memo',
  password: 'account.password',
  hasTwoSteps: 'twoSteps.title',
  launchedAt: 'operator.launchedAt',
};

const PERMISSION_GROUP: Names<Body<'CreatePermissionGroup'>> = {
  name: 'group.name',
  description: 'group.description',
  authority: 'group.authority',
  requiresTwoSteps: 'group.requiresTwoSteps',
  allowedServiceIds: 'company.services',
  allowedMenuItems: 'group.matrix',
};

const MENU_ITEM: Names<Body<'CreateMenuItem'>> = {
  parentId: 'menuItem.parent',
  name: 'menuItem.name',
  names: 'names.title',
  url: 'menuItem.url',
  unrestricted: 'menuItem.open',
  isHidden: 'menuItem.hidden',
  position: 'menuItem.position',
};

const CODE: Names<Body<'CreateCode'>> = {
  list: 'code.list',
  code: 'code.code',
  name: 'code.name',
  names: 'names.title',
  position: 'menuItem.position',
  isActive: 'code.isActive',
  attributes: 'code.attributes',
};

const USER_APP: Names<Body<'CreateUserApp'>> = {
  name: 'userApp.name',
  serviceId: 'userApp.service',
  status: 'terms.status',
  androidPackage: 'userApp.androidPackage',
  iosBundle: 'userApp.iosBundle',
};

const COMPANY_USER_APP: Names<Body<'CreateCompanyUserApp'>> = {
  companyId: 'member.company',
  userAppId: 'companyApp.app',
  startsOn: 'companyApp.startsOn',
  endsOn: 'companyApp.endsOn',
};

const EXTERNAL_DEVICE: Names<Body<'CreateExternalDevice'>> = {
  name: 'externalDevice.name',
  maker: 'externalDevice.maker',
  model: 'externalDevice.model',
  kind: 'code.list.DEVICE_KIND',
  radioIds: 'externalDevice.radioIds',
  firmware: 'externalDevice.firmware',
  memo: 'company.memo',
};

const NAMES: Partial<Record<string, Partial<Record<string, MessageKey>>>> = {
  member: MEMBER,
  company: COMPANY,
  division: DIVISION,
  user: USER,
  memberLink: MEMBER_LINK,
  adminBoard: ADMIN_BOARD,
  terms: TERMS,
  manager: MANAGER,
  operator: OPERATOR,
  permissionGroup: PERMISSION_GROUP,
  menuItem: MENU_ITEM,
  code: CODE,
  userApp: USER_APP,
  companyUserApp: COMPANY_USER_APP,
  externalDevice: EXTERNAL_DEVICE,
};

/** A field as its form names it; of a measurement, as a file of measurements does. */
export function changedFieldName(resource: string, field: string): string {
  // Of a list the entry that has changed is named: `allowedMenuItems[/history]`.
  const [list = '', entry] = field.split(/[[\]]/);
  const name = NAMES[resource]?.[list];
  const named = name ? text(name) : (textIfKnown(`field.name.${list}`) ?? list);
  return entry === undefined ? named : `${named} · ${textIfKnown(`menu.${entry}`) ?? entry}`;
}
