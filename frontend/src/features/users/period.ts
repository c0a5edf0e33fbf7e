// The period that the charts show, stored in the address.
import { useSearchParams } from 'react-router';
import { formatDate } from '~/kernel/i18n/format';

export const PERIODS = ['3m', '1y', 'all'] as const;
export type Period = (typeof PERIODS)[number];

const PARAMETER = 'period';
const DEFAULT: Period = '1y';
const MONTHS: Record<Period, number | undefined> = { '3m': 3, '1y': 12, all: undefined };

export function readPeriod(search: URLSearchParams): Period {
  const named = search.get(PARAMETER);
  return PERIODS.find((period) => period === named) ?? DEFAULT;
}

export function usePeriod(): [Period, (next: Period) => void] {
  const [search, setSearch] = useSearchParams();
  const choose = (next: Period) => {
    setSearch((now) => {
      const changed = new URLSearchParams(now);
      if (next === DEFAULT) changed.delete(PARAMETER);
      else changed.set(PARAMETER, next);
      return changed;
    });
  };
  return [readPeriod(search), choose];
}

/** Returns the first day of the period that ends `today`, or undefined if it has no start. */
export function firstDay(period: Period, today: string): string | undefined {
  const months = MONTHS[period];
  return months === undefined ? undefined : monthsBefore(today, months);
}

/** Returns the same day a number of months ago, or the last day of a shorter month. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const before = new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastOfMonth)));
  return before.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/**
 * Returns the first day of the axis. "All" starts with the oldest measurement, but an axis of a few
 * days would be of no use.
 */
export function firstShown(period: Period, oldest: string, today: string): string {
  const first = firstDay(period, today);
  if (first !== undefined) return first;
  const [day, monthAgo] = [formatDate(oldest), monthsBefore(today, 1)];
  return day < monthAgo ? day : monthAgo;
}
