// All screens of the console. Features do not import each other, so this module composes screens
// that show parts of other features.
import { ACCOUNT_DETAIL, ACCOUNT_SETTINGS, PASSWORD_DIALOG } from '~/features/own-account/screens';
import { MANAGERS, OPERATORS } from '~/features/accounts/screens';
import { BOARDS } from '~/features/admin-boards/screens';
import { CODES } from '~/features/codes/screens';
import { DEALERS, RETAILERS, VENDORS } from '~/features/companies/screens';
import { DEMENTIA } from '~/features/dementia-screenings/screens';
import { EXTERNAL_DEVICES } from '~/features/external-devices/screens';
import { GRADE_RULES } from '~/features/grade-rules/screens';
import { HEART_RATE } from '~/features/heart-rate-measurements/screens';
import { ACCESS_LOG, CHANGE_LOG } from '~/features/logs/screens';
import { OUTBOX } from '~/features/report-links/screens';
import { ONLINE_USERS, REGULAR_USERS } from '~/features/managed-users/screens';
import { withImport } from '~/features/measurement-imports/screens';
import { IMPORT_DIALOG } from '~/features/member-imports/screens';
import { MEMBERS } from '~/features/members/screens';
import { MENU_ITEMS } from '~/features/menu-items/screens';
import { PERMISSION_GROUPS } from '~/features/permission-groups/screens';
import { MEASUREMENTS } from '~/features/physical-measurements/screens';
import { PSYCHOLOGICAL } from '~/features/psychological-tests/screens';
import { REPORTS } from '~/features/reports/screens';
import { STATISTICS } from '~/features/statistics/screens';
import { STRESS } from '~/features/stress-measurements/screens';
import { TERMS } from '~/features/terms/screens';
import { TRAININGS } from '~/features/training-participations/screens';
import { COMPANY_APPS, USER_APPS } from '~/features/user-apps/screens';
import { ME, MEMBER_SCREENS } from '~/features/users/screens';
import { VISION } from '~/features/vision-measurements/screens';
import type { ChildPage, Screen } from '~/kernel/screen/screen';

const MEASUREMENTS_OF_USER: ChildPage = {
  page: () => import('./measurements-of-user'),
  area: 'measurement',
};
const MEASUREMENTS_OF_MEMBER: ChildPage = {
  page: () => import('./measurements-of-member'),
  area: 'measurement',
};

const CONTENT_OF_REPORT: ChildPage = { page: () => import('./content-of-report') };

export const SCREENS: readonly Screen[] = [
  ACCOUNT_SETTINGS,
  ACCOUNT_DETAIL,
  OPERATORS,
  MANAGERS,
  VENDORS,
  DEALERS,
  RETAILERS,
  {
    ...REGULAR_USERS,
    dialogs: [IMPORT_DIALOG],
    record: { ...REGULAR_USERS.record, below: MEASUREMENTS_OF_USER },
  },
  { ...ONLINE_USERS, record: { ...ONLINE_USERS.record, below: MEASUREMENTS_OF_USER } },
  {
    ...MEMBERS,
    dialogs: [...MEMBERS.dialogs, IMPORT_DIALOG],
    record: { ...MEMBERS.record, below: MEASUREMENTS_OF_MEMBER },
  },
  COMPANY_APPS,
  withImport(MEASUREMENTS, 'PHYSICAL'),
  withImport(STRESS, 'STRESS'),
  withImport(VISION, 'VISION'),
  withImport(HEART_RATE, 'HEART_RATE'),
  withImport(DEMENTIA, 'DEMENTIA'),
  withImport(PSYCHOLOGICAL, 'PSYCHOLOGICAL'),
  { ...REPORTS, record: { ...REPORTS.record, below: CONTENT_OF_REPORT } },
  TRAININGS,
  ...STATISTICS,
  USER_APPS,
  EXTERNAL_DEVICES,
  PERMISSION_GROUPS,
  MENU_ITEMS,
  CODES,
  GRADE_RULES,
  BOARDS,
  TERMS,
  ACCESS_LOG,
  CHANGE_LOG,
  OUTBOX,
  ...MEMBER_SCREENS.filter((screen) => screen !== ME),
  { ...ME, dialogs: [...ME.dialogs, PASSWORD_DIALOG] },
];

/** Returns the screen at a menu entry's address. */
export function screenAt(path: string): Screen | undefined {
  return SCREENS.find((screen) => screen.path === path);
}
