// Formats decimal acuities (1.0, 0.05, 0.125) and prepares them for charts.
import type { TimePoint } from '~/kernel/chart/time-chart';
import { formatNumber } from '~/kernel/i18n/format';

/** Returns the number of decimals of a value: at least one, as on eye charts, and at most three. */
export function decimalsIn(value: number): number {
  const thousandths = Math.round(value * 1000);
  if (thousandths % 100 === 0) return 1;
  return thousandths % 10 === 0 ? 2 : 3;
}

export function formatDecimalAcuity(decimal: number): string {
  return formatNumber(decimal, decimalsIn(decimal));
}

/**
 * The lines of eye charts, by the distance of the fraction: those in steps of 0.1 logMAR (ETDRS,
 * ISO 8596), and those of Snellen's own charts.
 */
const LINES: Record<6 | 20, readonly number[]> = {
  6: [
    3, 3.8, 4.8, 5, 6, 7.5, 9, 9.5, 12, 15, 18, 19, 24, 30, 36, 38, 48, 60, 75, 95, 120, 150, 190,
    240, 300, 375,
  ],
  20: [
    10, 12.5, 15, 16, 20, 25, 30, 32, 40, 50, 60, 63, 70, 80, 100, 120, 125, 160, 200, 250, 320,
    400, 500, 630, 800, 1000, 1250,
  ],
};

/**
 * Returns the denominator of a Snellen fraction as clinicians write it. A logMAR of 0.3 is a
 * decimal of 0.501 and 20/39.9, but no chart has such a line: it is the line 20/40, whose logMAR is
 * the same to the hundredth.
 */
export function snellenLine(exact: number, distance: 6 | 20): number {
  const hundredths = (line: number) => Math.round(Math.log10(line / distance) * 100);
  const line = LINES[distance].find((known) => hundredths(known) === hundredths(exact));
  return line ?? Math.round(exact * 10) / 10;
}

/** Returns the number of decimals that a chart of these values needs, at least two. */
export function decimalsOfChart(decimals: readonly number[]): number {
  return Math.max(2, ...decimals.map(decimalsIn));
}

/**
 * Returns the points of a trend, oldest first. A measurement at which no chart could be read (CF,
 * HM, LP, NLP) interrupts the line.
 */
export function pointsOf<One extends { measuredAt: string }>(
  measured: readonly One[],
  of: (one: One) => number | string | null,
): TimePoint[] {
  let apart = false;
  return measured.flatMap((one) => {
    const value = of(one);
    if (value === null) return [];
    if (typeof value !== 'number') {
      apart = true;
      return [];
    }
    const point = { at: one.measuredAt, value, apart };
    apart = false;
    return [point];
  });
}
