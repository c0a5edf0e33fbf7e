// The menu as the server gives it: its addresses, its icons, and which entry the current page belongs to.
import type { Icon } from '@tabler/icons-react';
import type { Answer } from '~/domain/client';
import {
  AccountIcon,
  AppIcon,
  BoardIcon,
  CompanyIcon,
  ContentIcon,
  HistoryIcon,
  HomeIcon,
  LogIcon,
  MeasurementsIcon,
  MeIcon,
  MembersIcon,
  OwnBoardIcon,
  StatisticsIcon,
  SurveyIcon,
  SystemIcon,
  TermsIcon,
  TrainingIcon,
  UsageIcon,
} from '~/ui/icons';

export type MenuItem = Answer<'ListMenuItems'>[number];

/** Each section of the menu has a picture of its own, and so has a page that stands before its section here. */
export const ICONS: readonly [prefix: string, icon: Icon][] = [
  ['/account_management', AccountIcon],
  ['/users/me', MeIcon],
  ['/member_management', MembersIcon],
  ['/history', HistoryIcon],
  ['/statistics', StatisticsIcon],
  ['/board_management', BoardIcon],
  ['/users/board', OwnBoardIcon],
  ['/company_management', CompanyIcon],
  ['/content_and_survey_management', ContentIcon],
  ['/users/survey', SurveyIcon],
  ['/app_management', AppIcon],
  ['/system_management/terms_management', TermsIcon],
  ['/system_management', SystemIcon],
  ['/log_management', LogIcon],
  ['/users/usage_histories', UsageIcon],
  ['/users/measurements', MeasurementsIcon],
  ['/users/training', TrainingIcon],
];

export function iconOf(url: string): Icon {
  return ICONS.find(([prefix]) => isUnder(url, prefix))?.[1] ?? HomeIcon;
}

/** Prefixes end where a segment ends: /history/h is not above /history/hr. */
export function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

export interface MenuPage {
  name: string;
  path: string;
  group: MenuPage | undefined;
}

/** Every page that the menu leads to; a child's address is its parent's followed by its own. */
export function menuPages(items: readonly MenuItem[], parent?: MenuPage): MenuPage[] {
  return items.flatMap((item) => {
    const page = { name: item.name, path: (parent?.path ?? '') + item.url, group: parent };
    return item.childrenMenuItems.length === 0 ? [page] : menuPages(item.childrenMenuItems, page);
  });
}
