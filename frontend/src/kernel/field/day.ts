// Days as people type them, read as they are written or not at all.

const ISO = /^\d{4}-\d{2}-\d{2}$/;

// Year, month, day in this order, because no other order can be told from its opposite; years have four digits,
// because nobody knows the century of two.
const WRITTEN = [
  /^(\d{4})(\d{2})(\d{2})$/,
  /^(\d{4})\s*-\s*(\d{1,2})\s*-\s*(\d{1,2})$/,
  /^(\d{4})\s*\.\s*(\d{1,2})\s*\.\s*(\d{1,2})\s*\.?$/,
  /^(\d{4})\s*\/\s*(\d{1,2})\s*\/\s*(\d{1,2})$/,
  // Korean: the syllables for year, month and day.
  /^(\d{4})\s*\uB144\s*(\d{1,2})\s*\uC6D4\s*(\d{1,2})\s*\uC77C$/,
  // Chinese and Japanese, likewise.
  /^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日$/,
];

/** Where the digits of other scripts begin: Arabic, Persian, Devanagari, Thai. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xe50];

export type DayReading =
  | { day: string }
  /** No way of writing a day that is known here, or a day that no calendar has. */
  | { problem: 'format' | 'noSuchDay' };

/** Reads `1990-01-02`, `1990-1-2`, `1990.1.2`, `1990. 1. 2.`, `1990/1/2`, `19900102`, and a day with its words. */
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

/** Whether it is a day in the form in which days are kept. */
export function isDay(text: string): boolean {
  return ISO.test(text) && exists(text);
}

/** What is kept of what was typed: the day, or the text itself, which the rules then refuse. */
export function dayOrText(text: string): string {
  const reading = readDay(text);
  return 'day' in reading ? reading.day : text.trim();
}

/** The calendar moves a day that does not exist to another one. */
function exists(iso: string): boolean {
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
}

/** Full-width letters and digits become plain ones, and so do the digits of other scripts. */
function withPlainDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((start) => code >= start && code < start + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}
