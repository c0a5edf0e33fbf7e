// Dates and numbers as people read them. Days and times are those of Seoul, wherever the reader is.
import { currentLanguage } from './i18n';

const TIME_ZONE = 'Asia/Seoul';
const formatters = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

// Making an Intl formatter is slow and a table asks for the same one hundreds of times.
function kept<F extends Intl.DateTimeFormat | Intl.NumberFormat>(name: string, make: () => F): F {
  const key = `${currentLanguage()} ${name}`;
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
        currentLanguage(),
        fractionDigits === undefined
          ? {}
          : { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits },
      ),
  ).format(value);
}

export function formatPercent(ratio: number): string {
  return kept(
    'percent',
    () => new Intl.NumberFormat(currentLanguage(), { style: 'percent' }),
  ).format(ratio);
}

/** YYYY-MM-DD, as the specification writes dates; the Swedish locale is ISO 8601 by definition. */
export function formatDate(iso: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(iso)) return iso;
  return new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' }).format(
    new Date(iso),
  );
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

export function formatLongDate(iso: string): string {
  return kept(
    'long-date',
    () => new Intl.DateTimeFormat(currentLanguage(), { timeZone: TIME_ZONE, dateStyle: 'full' }),
  ).format(new Date(iso));
}

/** "3 minutes ago", in the reader's language. */
export function formatAgo(iso: string, now: number): string {
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000);
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 60) return format.format(seconds, 'second');
  if (size < 3600) return format.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return format.format(Math.round(seconds / 3600), 'hour');
  return format.format(Math.round(seconds / 86_400), 'day');
}
