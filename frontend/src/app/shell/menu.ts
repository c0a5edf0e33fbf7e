// The menu as the server gives it: its pages, its icons, and which entry the current page belongs to.
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
  MembersIcon,
  OwnBoardIcon,
  StatisticsIcon,
  SurveyIcon,
  SystemIcon,
  TrainingIcon,
  UsageIcon,
} from '~/ui/icons';
import { screenAt } from '../screens';

export type MenuItem = Answer<'ListMenuItems'>[number];

/** Sections of the menu, which lead to screens and are none. */
const SECTIONS: readonly [path: string, icon: Icon][] = [
  ['/account_management', AccountIcon],
  ['/member_management', MembersIcon],
  ['/history', HistoryIcon],
  ['/statistics', StatisticsIcon],
  ['/board_management', BoardIcon],
  ['/company_management', CompanyIcon],
  ['/content_and_survey_management', ContentIcon],
  ['/app_management', AppIcon],
  ['/system_management', SystemIcon],
  ['/log_management', LogIcon],
  ['/users/measurements', MeasurementsIcon],
  ['/users/usage_histories', UsageIcon],
  ['/users/board', OwnBoardIcon],
  ['/users/training', TrainingIcon],
  ['/users/survey', SurveyIcon],
];

/** A screen's own picture, or else that of its section. */
export function iconOf(path: string): Icon {
  const section = SECTIONS.find(([above]) => isUnder(path, above));
  return screenAt(path)?.icon ?? section?.[1] ?? HomeIcon;
}

/** Prefixes end where a segment ends: /history/h is not above /history/hr. */
export function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

export interface MenuPage {
  item: MenuItem;
  /** The entries above it, the highest first. */
  above: readonly MenuItem[];
}

/** Every page that the menu leads to, however deep it stands. */
export function menuPages(items: readonly MenuItem[], above: readonly MenuItem[] = []): MenuPage[] {
  return items.flatMap((item) =>
    item.childrenMenuItems.length === 0
      ? [{ item, above }]
      : menuPages(item.childrenMenuItems, [...above, item]),
  );
}

/**
 * The entries that lead to an address, the highest first: the page that it is of, or else the section that it lies in. A
 * heading has no address of its own, and a page may stand in another section than its address says.
 */
export function chainTo(items: readonly MenuItem[], path: string): readonly MenuItem[] {
  let found: readonly MenuItem[] = [];
  let score = 0;
  const look = (entries: readonly MenuItem[], above: readonly MenuItem[]) => {
    for (const item of entries) {
      const chain = [...above, item];
      const isPage = item.childrenMenuItems.length === 0;
      // Every page goes before every section.
      const own = item.fullUrl.length + (isPage ? path.length : 0);
      if (item.url !== '' && isUnder(path, item.fullUrl) && own > score) {
        found = chain;
        score = own;
      }
      look(item.childrenMenuItems, chain);
    }
  };
  look(items, []);
  return found;
}

/** The address whose picture stands before an entry: its own, or that of the first page below a heading. */
export function picturedBy(item: MenuItem): string {
  return item.fullUrl === '' ? (menuPages([item])[0]?.item.fullUrl ?? '') : item.fullUrl;
}

/** Those of the menu that are wanted, and of its sections those that lead to any. */
export function withPages(
  items: readonly MenuItem[],
  isWanted: (path: string) => boolean,
): MenuItem[] {
  return items.flatMap((item) => {
    if (item.childrenMenuItems.length === 0) return isWanted(item.fullUrl) ? [item] : [];
    const childrenMenuItems = withPages(item.childrenMenuItems, isWanted);
    return childrenMenuItems.length > 0 ? [{ ...item, childrenMenuItems }] : [];
  });
}
