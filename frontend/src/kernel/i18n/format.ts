// Dates and numbers as people read them. Days and times are those of Seoul, wherever the reader is.
import { currentFormat } from './i18n';

const TIME_ZONE = 'Asia/Seoul';
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
type Formatter =
  Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat | Intl.ListFormat;
const formatters = new Map<string, Formatter>();

// Making an Intl formatter is slow and a table asks for the same one hundreds of times.
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

export function formatPercent(ratio: number): string {
  return kept('percent', () => new Intl.NumberFormat(currentFormat(), { style: 'percent' })).format(
    ratio,
  );
}

/** One after another as the language writes it: "A, B, and C". */
export function formatList(parts: readonly string[]): string {
  return kept('list', () => new Intl.ListFormat(currentFormat(), { type: 'conjunction' })).format(
    parts,
  );
}

/** YYYY-MM-DD, as the specification writes dates; the Swedish locale is ISO 8601 by definition. */
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

/** A text of a history: a moment as lists show it, in the time of Seoul; anything else as it is. */
export function momentsShown(text: string): string {
  return MOMENT.test(text) && !Number.isNaN(Date.parse(text)) ? formatDateTime(text) : text;
}

/** "2026-11-21 (토)": the day and what day of the week it is. */
export function formatDateWithWeekday(iso: string): string {
  const weekday = kept(
    'weekday',
    () => new Intl.DateTimeFormat(currentFormat(), { timeZone: TIME_ZONE, weekday: 'short' }),
  ).format(new Date(iso));
  return `${formatDate(iso)} (${weekday})`;
}

/** "2026년 11월 21일", and in every other language as it writes a date in full. */
export function formatLongDate(iso: string): string {
  return kept(
    'long-date',
    () => new Intl.DateTimeFormat(currentFormat(), { timeZone: TIME_ZONE, dateStyle: 'long' }),
  ).format(new Date(iso));
}

/** "11월 21일": never with a year. */
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

/** The month of a day, over its calendar. */
export function formatMonth(day: string): string {
  return kept(
    'month',
    () => new Intl.DateTimeFormat(currentFormat(), { year: 'numeric', month: 'long' }),
  ).format(new Date(`${day.slice(0, 10)}T00:00`));
}

/** A day as people say it: month and day where the year is this year's, otherwise the whole date. */
export function formatDay(iso: string, today: string): string {
  const sameYear = formatDate(iso).slice(0, 4) === today.slice(0, 4);
  return sameYear ? formatMonthDay(iso) : formatLongDate(iso);
}

/** With its sign, for a change: "+1.2", "−0.4", "0". */
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

/** "3 minutes ago", in the reader's language. */
export function formatAgo(iso: string, now: number): string {
  return formatDistance(Math.round((new Date(iso).getTime() - now) / 1000));
}

/** "in 5 minutes", in the reader's language; rather a little later than too early. */
export function formatWait(seconds: number): string {
  const unit = seconds < 60 ? 1 : seconds < 3600 ? 60 : 3600;
  return formatDistance(Math.ceil(seconds / unit) * unit);
}

function formatDistance(seconds: number): string {
  const format = kept(
    'ago',
    () => new Intl.RelativeTimeFormat(currentFormat(), { numeric: 'auto' }),
  );
  const size = Math.abs(seconds);
  if (size < 60) return format.format(seconds, 'second');
  if (size < 3600) return format.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return format.format(Math.round(seconds / 3600), 'hour');
  return format.format(Math.round(seconds / 86_400), 'day');
}
