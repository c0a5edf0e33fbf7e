// Relative dates: `today`, or `today-6` for six days before. Addresses and saved views store
// periods in this form, relative to the day on which they are opened. Requests hold the resulting
// dates.
import { daysBefore, today } from '~/domain/time';

const TOLD = /^today(?:-(\d{1,4}))?$/;

/** Returns the number of days before today, or undefined for any other text. */
export function daysBack(text: string): number | undefined {
  const told = TOLD.exec(text);
  return told ? Number(told[1] ?? 0) : undefined;
}

export function relativeDay(days: number): string {
  return days === 0 ? 'today' : `today-${String(days)}`;
}

/** Returns the date that a relative date means today. Returns other texts unchanged. */
export function resolveDay(text: string): string {
  const days = daysBack(text);
  return days === undefined ? text : daysBefore(today(), days);
}
