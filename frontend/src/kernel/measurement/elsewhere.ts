// The time of a measurement by the clock of where it was made: worth saying where that is not the console's.

/** Minutes by which the console's clock is ahead of UTC. */
const OFFSET = 540;

/**
 * "2026-07-14 21:27 UTC−05:00": the time by a clock that is so many minutes ahead of UTC; undefined where that is the
 * console's own.
 */
export function formatElsewhere(iso: string, offset = OFFSET): string | undefined {
  if (offset === OFFSET) return undefined;
  const local = new Date(Date.parse(iso) + offset * 60_000).toISOString();
  const ahead = Math.abs(offset);
  const two = (number: number) => String(number).padStart(2, '0');
  const zone = `UTC${offset < 0 ? '−' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
  return `${local.slice(0, 10)} ${local.slice(11, 16)} ${zone}`;
}
