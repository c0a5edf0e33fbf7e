// The name of a bucket of a statistic: a day, a week as Koreans count, a month or a year. It
// includes the year if that is not the current one.
import { daysBefore, today, weekOf } from '~/domain/time';
import { formatDate, formatDay, formatMonth } from '~/kernel/i18n/format';
import { currentFormat, leftToRight, text } from '~/kernel/i18n/i18n';
import { formatWeek } from '~/kernel/i18n/week';

export type Bucket = 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';

/** Whether a bucket can begin on a day. */
const BEGINNINGS: Record<Bucket, (day: string) => boolean> = {
  DAY: () => true,
  WEEK: (day) => new Date(day).getUTCDay() === 1,
  MONTH: (day) => day.endsWith('-01'),
  YEAR: (day) => day.endsWith('-01-01'),
};

/** Whole days in Seoul, both inclusive. */
export interface Period {
  start: string;
  end: string;
}

export function bucketName(bucket: Bucket, { start }: Period): string {
  switch (bucket) {
    case 'DAY':
      return formatDay(start, today());
    case 'WEEK':
      return weekName(start);
    case 'MONTH':
      return formatMonth(start);
    case 'YEAR':
      return yearName(start);
  }
}

function weekName(start: string): string {
  const week = weekOf(start);
  if (!week) return formatDate(start);
  const name = formatWeek(week);
  // A week belongs to the year of its Thursday, which may differ from that of its first day.
  return week.year === Number(today().slice(0, 4))
    ? name
    : `${yearName(`${String(week.year)}-01-01`)} ${name}`;
}

function yearName(day: string): string {
  return new Intl.DateTimeFormat(currentFormat(), { year: 'numeric', timeZone: 'UTC' }).format(
    new Date(day.slice(0, 10)),
  );
}

/**
 * Returns the days of a bucket if it is shorter than a whole week, month or year, because the
 * period begins or ends within it. Its figure is not comparable with the others.
 */
export function partOfBucket(bucket: Bucket, period: Period): string | undefined {
  const begins = BEGINNINGS[bucket];
  const isWhole = begins(period.start) && begins(daysBefore(period.end, -1));
  return isWhole ? undefined : periodName(period);
}

/** Formats "2026-10-25 – 2026-11-23", or a single day. */
export function periodName({ start, end }: Period): string {
  return start === end
    ? formatDate(start)
    : leftToRight([formatDate(start), text('date.to'), formatDate(end)].join(' '));
}
