// Addresses that other features link to.
export const MANAGERS_PATH = '/account_management/manager_account';
export const OPERATORS_PATH = '/account_management/operator_account';
/** The account settings of the current user. */
export const ACCOUNT_SETTINGS_PATH = '/account_settings';
export const MEMBERS_PATH = '/member_management/company_member_management';
export const REGULAR_USERS_PATH = '/member_management/member_management';
export const ONLINE_USERS_PATH = '/member_management/online_member_management';
export const EXTERNAL_DEVICES_PATH = '/app_management/external_device_management';
/** The print of measurements: `?kind=STRESS&ids=1,2`. */
export const PRINT_PATH = '/history/print';
/** The same, with psychological tests as the default kind: survey answers are printed there. */
export const SURVEY_PRINT_PATH = '/history/survey/print';
/** The print of a member's own measurements, with the same parameters. */
export const OWN_PRINT_PATH = '/users/measurements/print';
/** The print of reports: `?ids=1,2`. */
export const REPORT_PRINT_PATH = '/history/report/print';
export const COMPANY_APPS_PATH = '/member_management/used_company_app_management';
/** The histories of the kinds of measurements. */
export const HISTORY_PATHS = {
  PHYSICAL: '/history/physical_test_result_history',
  STRESS: '/history/stress_history',
  VISION: '/history/vision_measurement_history',
  HEART_RATE: '/history/hr',
  DEMENTIA: '/history/dementia_prediction',
  PSYCHOLOGICAL: '/history/survey_history',
} as const;
/** The statistics that the home page links to. */
export const STATISTICS_PATHS = {
  members: '/statistics/service_app_member_statistics',
  categories: '/statistics/test_category_statistics',
  companies: '/statistics/each_company_test_count_statistics',
  attention: '/statistics/test_result_by_attention',
} as const;
