// The screens of the records in the change log. Several screens can share one call; they redirect
// to the screen that a record belongs to.
import {
  COMPANY_APPS_PATH,
  EXTERNAL_DEVICES_PATH,
  HISTORY_PATHS,
  MANAGERS_PATH,
  MEMBERS_PATH,
  ONLINE_USERS_PATH,
  OPERATORS_PATH,
  REGULAR_USERS_PATH,
} from '~/kernel/screen/known-paths';

/** By resource. Links, departments and norms have no page of their own. */
export const RECORD_PATHS: Partial<Record<string, readonly string[]>> = {
  member: [MEMBERS_PATH],
  company: [
    '/company_management/vendor_management',
    '/company_management/dealer_management',
    '/company_management/retailer_management',
  ],
  user: [REGULAR_USERS_PATH, ONLINE_USERS_PATH],
  physicalMeasurement: [HISTORY_PATHS.PHYSICAL],
  stressMeasurement: [HISTORY_PATHS.STRESS],
  visionMeasurement: [HISTORY_PATHS.VISION],
  heartRateMeasurement: [HISTORY_PATHS.HEART_RATE],
  dementiaScreening: [HISTORY_PATHS.DEMENTIA],
  psychologicalTest: [HISTORY_PATHS.PSYCHOLOGICAL],
  adminBoard: ['/system_management/board_management'],
  terms: ['/system_management/terms_management'],
  manager: [MANAGERS_PATH],
  operator: [OPERATORS_PATH],
  permissionGroup: ['/system_management/permission_group_management'],
  menuItem: ['/system_management/menu_management'],
  code: ['/system_management/code_management'],
  userApp: ['/app_management/user_app_management'],
  companyUserApp: [COMPANY_APPS_PATH],
  externalDevice: [EXTERNAL_DEVICES_PATH],
  gradeRuleVersion: ['/system_management/grade_rule_management'],
  report: ['/history/report'],
};
