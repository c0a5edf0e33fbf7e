// Formats dates and numbers. Dates and times are in Seoul time, wherever the user is.
import { currentFormat } from './i18n';

const TIME_ZONE = 'Asia/Seoul';
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
type Formatter =
  Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat | Intl.ListFormat;
const formatters = new Map<string, Formatter>();

// Caches Intl formatters: creating one is slow, and a table needs the same one hundreds of times.
function kept<F extends Formatter>(name: string, make: () => F): F {
  const key = `${currentFormat()} ${name}`;
  const known = formatters.get(key) as F | undefined;
  const formatter = known ?? make();
  formatters.set(key, formatter);
  return formatter;
}

export function formatNumber(value: number, fractionDigits?: number): string {
  return kept(
    `number ${String(fractionDigits)}`,
    () =>
      new Intl.NumberFormat(
        currentFormat(),
        fractionDigits === undefined
          ? {}
          : { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits },
      ),
  ).format(value);
}

export function formatPercent(ratio: number, maximumFractionDigits = 0): string {
  return kept(
    `percent ${String(maximumFractionDigits)}`,
    () => new Intl.NumberFormat(currentFormat(), { style: 'percent', maximumFractionDigits }),
  ).format(ratio);
}

/** Formats a list as the language writes it: "A, B, and C". */
export function formatList(parts: readonly string[]): string {
  return kept('list', () => new Intl.ListFormat(currentFormat(), { type: 'conjunction' })).format(
    parts,
  );
}

/** Formats YYYY-MM-DD, as specified. The Swedish locale is ISO 8601 by definition. */
export function formatDate(iso: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(iso)) return iso;
  return kept(
    'date',
    () => new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' }),
  ).format(new Date(iso));
}

export function formatDateTime(iso: string): string {
  return kept(
    'date-time',
    () =>
      new Intl.DateTimeFormat('sv-SE', {
        timeZone: TIME_ZONE,
        dateStyle: 'short',
        timeStyle: 'short',
      }),
  ).format(new Date(iso));
}

/** Formats a value of a history: timestamps as in lists, in Seoul time; other texts unchanged. */
export function withFormattedTime(text: string): string {
  return MOMENT.test(text) && !Number.isNaN(Date.parse(text)) ? formatDateTime(text) : text;
}

/** Formats "2026-11-21 (토)": the date and the day of the week. */
export function formatDateWithWeekday(iso: string): string {
  const weekday = kept(
    'weekday',
    () => new Intl.DateTimeFormat(currentFormat(), { timeZone: TIME_ZONE, weekday: 'short' }),
  ).format(new Date(iso));
  return `${formatDate(iso)} (${weekday})`;
}

/** Formats "2026년 11월 21일", and the equivalent full date of other languages. */
export function formatLongDate(iso: string): string {
  return kept(
    'long-date',
    () => new Intl.DateTimeFormat(currentFormat(), { timeZone: TIME_ZONE, dateStyle: 'long' }),
  ).format(new Date(iso));
}

/** Formats "11월 21일", without the year. */
export function formatMonthDay(iso: string): string {
  return kept(
    'month-day',
    () =>
      new Intl.DateTimeFormat(currentFormat(), {
        timeZone: TIME_ZONE,
        month: 'short',
        day: 'numeric',
      }),
  ).format(new Date(iso));
}

/** Formats the month of a day, for the head of its calendar. */
export function formatMonth(day: string): string {
  return kept(
    'month',
    () => new Intl.DateTimeFormat(currentFormat(), { year: 'numeric', month: 'long' }),
  ).format(new Date(`${day.slice(0, 10)}T00:00`));
}

/** Formats a day briefly: month and day within the current year, otherwise the full date. */
export function formatDay(iso: string, today: string): string {
  const sameYear = formatDate(iso).slice(0, 4) === today.slice(0, 4);
  return sameYear ? formatMonthDay(iso) : formatLongDate(iso);
}

/** Formats a change with its sign: "+1.2", "−0.4", "0". */
export function formatChange(value: number, fractionDigits: number): string {
  return kept(
    `change ${String(fractionDigits)}`,
    () =>
      new Intl.NumberFormat(currentFormat(), {
        minimumFractionDigits: fractionDigits,
        maximumFractionDigits: fractionDigits,
        signDisplay: 'exceptZero',
      }),
  ).format(value);
}

/** Formats "in 5 minutes" in the user's language, rounded up. */
export function formatWait(seconds: number): string {
  const unit = seconds < 60 ? 1 : seconds < 3600 ? 60 : 3600;
  return formatDistance(Math.ceil(seconds / unit) * unit);
}

function formatDistance(seconds: number): string {
  const format = kept(
    'ago',
    () => new Intl.RelativeTimeFormat(currentFormat(), { numeric: 'auto' }),
  );
  if (seconds < 60) return format.format(seconds, 'second');
  if (seconds < 3600) return format.format(Math.round(seconds / 60), 'minute');
  if (seconds < 86_400) return format.format(Math.round(seconds / 3600), 'hour');
  return format.format(Math.round(seconds / 86_400), 'day');
}
