// Charts show Seoul time. The library supports only UTC and the local zone, so timestamps are
// shifted by Seoul's offset, which has been constant since 1988, and treated as UTC.
import { isolated, currentFormat } from '~/kernel/i18n/i18n';

const SEOUL_OFFSET = 9 * 3_600_000;
export const DAY = 86_400_000;

/** Returns a timestamp's position on the axis. */
export function placeOf(iso: string): number {
  return Date.parse(iso) + SEOUL_OFFSET;
}

/** Returns the position of the start of a day, `YYYY-MM-DD`. */
export function placeOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/**
 * The number of labels that fit side by side. With more, the library would omit some irregularly.
 */
const MAX_LABELS = 9;
const STEPS_IN_DAYS = [1, 2, 3, 5, 7];
const STEPS_IN_MONTHS = [1, 2, 3, 6, 12];

export interface Labelled {
  unit: 'day' | 'month';
  places: number[];
}

/**
 * Returns the labelled places in even steps: of days, starting at the first, or else of months,
 * each at its start.
 */
export function labelledPlaces(first: number, last: number): Labelled {
  const days = Math.round((last - first) / DAY) + 1;
  const step = STEPS_IN_DAYS.find((one) => days / one <= MAX_LABELS);
  if (step !== undefined) {
    const length = Math.ceil(days / step);
    return { unit: 'day', places: Array.from({ length }, (_, nth) => first + nth * step * DAY) };
  }
  const months = monthsBetween(first, last);
  const apart = STEPS_IN_MONTHS.find((one) => months.length / one <= MAX_LABELS) ?? 12;
  return {
    unit: 'month',
    places: months.filter((place) => new Date(place).getUTCMonth() % apart === 0),
  };
}

function monthsBetween(first: number, last: number): number[] {
  const begin = new Date(first);
  const monthAt = (nth: number) => Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + nth, 1);
  const months: number[] = [];
  for (let nth = 0; monthAt(nth) <= last; nth++)
    if (monthAt(nth) >= first) months.push(monthAt(nth));
  return months;
}

const PARTS = {
  year: { year: 'numeric' },
  month: { month: 'short' },
  day: { month: 'numeric', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/**
 * Labels a day with its date and a month with its name. The first month of a year is labelled with
 * the year.
 */
export function placeLabel(place: number, unit: Labelled['unit']): string {
  const isYear = unit === 'month' && new Date(place).getUTCMonth() === 0;
  const parts = PARTS[isYear ? 'year' : unit];
  const format = new Intl.DateTimeFormat(currentFormat(), { ...parts, timeZone: 'UTC' });
  return isolated(format.format(place));
}
