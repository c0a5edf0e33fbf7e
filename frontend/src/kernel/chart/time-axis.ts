// Time on a chart is time in Seoul. Charts know only UTC and the reader's own zone, so moments are moved by
// Seoul's offset, which has been the same all year since 1988, and read as if they were UTC.
import { isolated, currentFormat } from '~/kernel/i18n/i18n';

const SEOUL_OFFSET = 9 * 3_600_000;
export const DAY = 86_400_000;

/** A moment's place on the axis. */
export function placeOf(iso: string): number {
  return Date.parse(iso) + SEOUL_OFFSET;
}

/** The place where a day begins, `YYYY-MM-DD`. */
export function placeOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

const PARTS = {
  year: { year: 'numeric' },
  month: { month: 'short' },
  day: { month: 'numeric', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A new year says its number, a new month its name, any other day itself. */
export function placeLabel(place: number): string {
  const date = new Date(place);
  const unit = date.getUTCDate() !== 1 ? 'day' : date.getUTCMonth() !== 0 ? 'month' : 'year';
  const format = new Intl.DateTimeFormat(currentFormat(), { ...PARTS[unit], timeZone: 'UTC' });
  return isolated(format.format(date));
}
