// Dates and ages, in Seoul time.
export { ageAt, today, weekOf, type Week } from '@uno/core';

/** Returns the date a number of days before another, as `YYYY-MM-DD`. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, day.length);
}
