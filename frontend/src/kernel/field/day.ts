// Parses dates as users type them: either unambiguously or not at all.
import { withPlainDigits } from './plain-digits';

const ISO = /^\d{4}-\d{2}-\d{2}$/;

// The order is always year, month, day, because the other orders are ambiguous. Years have four
// digits, because the century of two digits is unknown.
const WRITTEN = [
  /^(\d{4})(\d{2})(\d{2})$/,
  /^(\d{4})\s*-\s*(\d{1,2})\s*-\s*(\d{1,2})$/,
  /^(\d{4})\s*\.\s*(\d{1,2})\s*\.\s*(\d{1,2})\s*\.?$/,
  /^(\d{4})\s*\/\s*(\d{1,2})\s*\/\s*(\d{1,2})$/,
  // Korean: the syllables for year, month and day.
  /^(\d{4})\s*\uB144\s*(\d{1,2})\s*\uC6D4\s*(\d{1,2})\s*\uC77C$/,
  // Chinese and Japanese equivalents.
  /^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日$/,
];

export type DayReading =
  | { day: string }
  /** An unknown format, or a date that does not exist. */
  | { problem: 'format' | 'noSuchDay' };

/**
 * Parses `1990-01-02`, `1990-1-2`, `1990.1.2`, `1990. 1. 2.`, `1990/1/2`, `19900102` and dates with
 * words for year, month and day.
 */
export function readDay(text: string): DayReading {
  const plain = withPlainDigits(text).trim();
  for (const way of WRITTEN) {
    const [, year, month, day] = way.exec(plain) ?? [];
    if (year === undefined || month === undefined || day === undefined) continue;
    const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return exists(iso) ? { day: iso } : { problem: 'noSuchDay' };
  }
  return { problem: 'format' };
}

/** Returns whether a text is an existing date in ISO format. */
export function isDay(text: string): boolean {
  return ISO.test(text) && exists(text);
}

/** Returns the parsed date, or the text itself, which the rules then reject. */
export function dayOrText(text: string): string {
  const reading = readDay(text);
  return 'day' in reading ? reading.day : text.trim();
}

/** `Date` silently moves a date that does not exist to another one. */
function exists(iso: string): boolean {
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
}
