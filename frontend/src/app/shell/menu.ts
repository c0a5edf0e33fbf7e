// The menu returned by the server: its pages, its icons, and the entry of the current page.
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

/** Sections of the menu. They contain screens and are not screens themselves. */
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

/** Returns the icon of a screen, or else that of its section. */
export function iconOf(path: string): Icon {
  const section = SECTIONS.find(([above]) => isUnder(path, above));
  return screenAt(path)?.icon ?? section?.[1] ?? HomeIcon;
}

/** Matches whole path segments: /history/h is not a prefix of /history/hr. */
export function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

export interface MenuPage {
  item: MenuItem;
  /** Its ancestors, root first. */
  above: readonly MenuItem[];
}

/** Returns every page of the menu, at any depth. */
export function menuPages(items: readonly MenuItem[], above: readonly MenuItem[] = []): MenuPage[] {
  return items.flatMap((item) =>
    item.childrenMenuItems.length === 0
      ? [{ item, above }]
      : menuPages(item.childrenMenuItems, [...above, item]),
  );
}

/**
 * Returns the entries that lead to an address, root first: those of its page, or else those of the
 * section that contains it. A heading has no address, and a page may be placed in another section
 * than its address suggests.
 */
export function chainTo(items: readonly MenuItem[], path: string): readonly MenuItem[] {
  let found: readonly MenuItem[] = [];
  let score = 0;
  const look = (entries: readonly MenuItem[], above: readonly MenuItem[]) => {
    for (const item of entries) {
      const chain = [...above, item];
      const isPage = item.childrenMenuItems.length === 0;
      // Every page takes precedence over every section.
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

/**
 * Returns the address whose icon an entry shows: its own or, for a heading, that of its first page.
 */
export function iconAddressOf(item: MenuItem): string {
  return item.fullUrl === '' ? (menuPages([item])[0]?.item.fullUrl ?? '') : item.fullUrl;
}

/** Returns the menu reduced to the wanted pages, without empty sections. */
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
