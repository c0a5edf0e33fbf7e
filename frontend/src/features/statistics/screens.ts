// The screens of the statistics: one page shows all of them, each by its definition. Their pictures are those that the
// menu has anyway.
import type { MessageKey } from '~/kernel/i18n/i18n';
import type { Screen } from '~/kernel/screen/screen';
import {
  CompanyIcon,
  ContentIcon,
  HistoryIcon,
  MeasurementsIcon,
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

export const TEST_CASES = screen('test_case_statistics', 'statistics.testCases', MeasurementsIcon);
export const TEST_CATEGORIES = screen(
  'test_category_statistics',
  'statistics.testCategories',
  ContentIcon,
);
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
  TEST_CASES,
  TEST_CATEGORIES,
  AVERAGES,
  COMPANIES,
  ATTENTION,
];
