// The screens of the statistics. One page shows all of them, each by its definition. Their icons
// are those that the menu already uses.
import type { MessageKey } from '~/kernel/i18n/i18n';
import type { Screen } from '~/kernel/screen/screen';
import {
  AppIcon,
  CompanyIcon,
  ContentIcon,
  HistoryIcon,
  MeasurementsIcon,
  MembersIcon,
  StatisticsIcon,
} from '~/ui/icons';

function screen(name: string, title: MessageKey, icon: Screen['icon']): Screen {
  return {
    path: `/statistics/${name}`,
    title,
    icon,
    page: () => import('./statistics-page'),
    area: 'statistics',
  };
}

export const SERVICE_APP_MEMBERS = screen(
  'service_app_member_statistics',
  'statistics.serviceAppMembers',
  MembersIcon,
);
export const USER_APP_MEMBERS = screen(
  'user_app_member_statistics',
  'statistics.userAppMembers',
  AppIcon,
);
export const SERVICE_APP_TYPES = screen(
  'member_type_by_service_app',
  'statistics.serviceAppTypes',
  MembersIcon,
);
export const USER_APP_TYPES = screen('member_type_by_user_app', 'statistics.userAppTypes', AppIcon);
export const TEST_CASES = screen('test_case_statistics', 'statistics.testCases', MeasurementsIcon);
export const TEST_CATEGORIES: Screen = {
  ...screen('test_category_statistics', 'statistics.testCategories', ContentIcon),
  figure: { name: 'measurements', label: 'home.measurements' },
};
export const AVERAGES = screen(
  'test_category_indicator_average_statistics',
  'statistics.averages',
  StatisticsIcon,
);
export const COMPANIES = screen(
  'each_company_test_count_statistics',
  'statistics.companies',
  CompanyIcon,
);
export const ATTENTION = screen('test_result_by_attention', 'statistics.attention', HistoryIcon);

export const STATISTICS: readonly Screen[] = [
  SERVICE_APP_MEMBERS,
  USER_APP_MEMBERS,
  SERVICE_APP_TYPES,
  USER_APP_TYPES,
  TEST_CASES,
  TEST_CATEGORIES,
  AVERAGES,
  COMPANIES,
  ATTENTION,
];
