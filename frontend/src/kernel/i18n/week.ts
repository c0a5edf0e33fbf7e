// Names of weeks: the n-th week of a month, as Koreans count, and the number in the year. The
// shared core determines the week of a day.
import type { Week } from '~/domain/time';
import { currentFormat, text } from './i18n';

/** Returns the number of the week in its year, from its key `2026-W47`. */
export function weekNumber(key: string): number {
  return Number(key.slice(key.indexOf('W') + 1));
}

/** Formats "11월 3주 (47주차)". */
export function formatWeek({ key, year, month, week }: Week): string {
  const name = new Intl.DateTimeFormat(currentFormat(), { month: 'long', timeZone: 'UTC' });
  return text('date.week', {
    month: name.format(Date.UTC(year, month - 1, 1)),
    week,
    number: weekNumber(key),
  });
}
