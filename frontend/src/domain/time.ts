// Days and ages, counted in Seoul.
export { ageAt, today, weekOf, type Week } from '@uno/core';

/** The day so many days before another, `YYYY-MM-DD`. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, day.length);
}
