// Days that are told by today: `today`, or `today-6` for six days before it. An address and a saved view keep a period so,
// and mean the one of the day on which they are opened; the server is asked for the days themselves.
import { daysBefore, today } from '~/domain/time';

const TOLD = /^today(?:-(\d{1,4}))?$/;

/** How many days before today that is; undefined for any other text. */
export function daysBack(text: string): number | undefined {
  const told = TOLD.exec(text);
  return told ? Number(told[1] ?? 0) : undefined;
}

export function toldByToday(days: number): string {
  return days === 0 ? 'today' : `today-${String(days)}`;
}

/** The day that is meant today; any other text as it is. */
export function dayMeant(text: string): string {
  const days = daysBack(text);
  return days === undefined ? text : daysBefore(today(), days);
}
