// Users: one definition for those who have signed up and those registered by staff, each with its
// own screen. Lists and details hold masked personal data. Staff change only the fields that staff
// maintain.
import type { Answer } from '~/domain/client';
import { choiceKind, sexKind } from '~/kernel/field/choice-kind';
import { birthDateKind, dateTimeKind } from '~/kernel/field/date-kind';
import { switchKind } from '~/kernel/field/flag-kind';
import { numberKind } from '~/kernel/field/number-kind';
import { addressKind, emailKind, phoneKind, textKind } from '~/kernel/field/text-kind';
import { formatList } from '~/kernel/i18n/format';
import { MemberImportButton } from '~/kernel/resource/import-button';
import { resource, type Entered } from '~/kernel/resource/resource';
import type { RecordHome } from '~/kernel/resource/definition';
import { ONLINE_USERS, REGULAR_USERS } from './screens';
import { ToMembers } from './to-members';
import { userStatusKind } from './user-status';

export type User = Answer<'GetUser'>;

const LEVELS = [
  'REGULAR_GUEST',
  'REGULAR_MEMBER',
  'REGULAR_VERIFIED_1_MEMBER',
  'REGULAR_VERIFIED_2_MEMBER',
  'REGULAR_VERIFIED_3_MEMBER',
] as const;

const levelKind = choiceKind({
  words: LEVELS,
  prefix: 'userLevel',
  multiple: true,
  inTwoLines: true,
});
const evidenceKind = choiceKind({ words: ['IN_PERSON', 'DOCUMENT', 'PHONE'], prefix: 'evidence' });

const isVerified = ({ level }: Entered<{ level: User['level'] }>) =>
  level !== 'REGULAR_GUEST' && level !== 'REGULAR_MEMBER';

/** One call reads all users. Each belongs to the screen of its kind. */
function homeOf(user: User, isOnline: boolean): RecordHome | undefined {
  const { title, path } = user.isOnline ? ONLINE_USERS : REGULAR_USERS;
  return user.isOnline === isOnline ? undefined : { title, path: `${path}/${String(user.userId)}` };
}

function users(isOnline: boolean) {
  return resource('User', {
    screen: isOnline ? ONLINE_USERS : REGULAR_USERS,
    key: isOnline ? 'users-online' : 'users-regular',
    nameOf: (user) => user.name,
    homeOf: (user) => homeOf(user, isOnline),
    fixedFilters: { isOnline },
    defaultSort: 'NEWEST',
    exports: true,
    exportReason: 'many',
    bulk: ['level', 'levelEvidence'],
    ...(!isOnline && {
      // There is no create form, so the empty list explains how users are created.
      whenEmpty: { title: 'state.empty', hint: 'user.emptyHint' },
      slots: { actions: MemberImportButton, whenEmpty: ToMembers },
    }),
    calls: { create: null },
    fields: [
      {
        name: 'name',
        label: 'member.name',
        kind: textKind,
        column: { width: 110, sort: { ascending: 'NAME', descending: 'NAME_DESC' } },
        filter: ['name'],
      },
      {
        name: 'loginId',
        label: 'account.loginId',
        kind: textKind,
        column: { width: 120, optional: !isOnline },
      },
      {
        name: 'level',
        label: 'me.level',
        kind: levelKind,
        column: { width: 120 },
        filter: ['levels'],
        form: 'always',
        required: true,
      },
      {
        name: 'levelEvidence',
        label: 'link.evidence',
        kind: evidenceKind,
        form: 'always',
        onlyIf: isVerified,
        required: true,
      },
      {
        name: 'companyNames',
        label: 'user.companies',
        kind: textKind,
        value: (user) => (user.companyNames.length > 0 ? formatList(user.companyNames) : null),
        column: { width: 140 },
      },
      {
        name: 'birthDate',
        label: 'member.birthDate',
        kind: birthDateKind,
        column: { width: 110 },
        filter: ['birthDate'],
      },
      {
        name: 'age',
        label: 'member.age',
        kind: numberKind(),
        column: { width: 60, optional: true },
      },
      {
        name: 'sex',
        label: 'member.sex',
        kind: sexKind,
        column: { width: 60, optional: isOnline },
      },
      {
        name: 'phoneNumber',
        label: 'member.phone',
        kind: phoneKind,
        column: { width: 130 },
        filter: ['phoneNumber'],
      },
      {
        name: 'email',
        label: 'member.email',
        kind: emailKind,
        column: { width: 180, optional: true },
      },
      { name: 'address', label: 'member.address', kind: addressKind },
      {
        name: 'status',
        label: 'user.status',
        kind: userStatusKind,
        column: { width: 100 },
        filter: ['statuses'],
      },
      // For histories only: only the user can change this permission.
      {
        name: 'trackingEnabled',
        label: 'me.tracking',
        kind: switchKind,
        value: () => null,
        hidden: true,
      },
      {
        name: 'dormantFrom',
        label: 'user.dormantFrom',
        kind: dateTimeKind,
        column: { width: 138, optional: true },
      },
      {
        name: 'lastSignedInAt',
        label: 'staff.lastSignIn',
        kind: dateTimeKind,
        column: { width: 138, optional: true },
      },
      {
        name: 'createdAt',
        label: 'me.since',
        kind: dateTimeKind,
        column: { width: 138, sort: { ascending: 'OLDEST', descending: 'NEWEST' } },
        filter: ['startCreatedAt', 'endCreatedAt'],
      },
    ],
  });
}

export const regularUsers = users(false);
export const onlineUsers = users(true);
