// The local time of a measurement, shown if its UTC offset differs from the console's.

/** The console's UTC offset in minutes. */
const OFFSET = 540;

/**
 * Formats "2026-07-14 21:27 UTC−05:00" for a UTC offset in minutes. Returns undefined for the
 * console's own offset.
 */
export function formatElsewhere(iso: string, offset = OFFSET): string | undefined {
  if (offset === OFFSET) return undefined;
  const local = new Date(Date.parse(iso) + offset * 60_000).toISOString();
  const ahead = Math.abs(offset);
  const two = (number: number) => String(number).padStart(2, '0');
  const zone = `UTC${offset < 0 ? '−' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
  return `${local.slice(0, 10)} ${local.slice(11, 16)} ${zone}`;
}
