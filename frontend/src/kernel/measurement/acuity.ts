// How a decimal acuity is written, wherever one is (1.0, 0.05, 0.125), and drawn.
import type { TimePoint } from '~/kernel/chart/time-chart';
import { formatNumber } from '~/kernel/i18n/format';

/** As many decimals as a number has, of three at most, and one at least, as charts have it. */
export function decimalsIn(value: number): number {
  const thousandths = Math.round(value * 1000);
  if (thousandths % 100 === 0) return 1;
  return thousandths % 10 === 0 ? 2 : 3;
}

export function formatDecimalAcuity(decimal: number): string {
  return formatNumber(decimal, decimalsIn(decimal));
}

/** The lines that charts have, by the distance over which a fraction is written: those in steps of a tenth of logMAR
 *  (ETDRS, ISO 8596), and those of Snellen's own charts. */
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
 * The lower number of a Snellen fraction as clinicians write it. A logMAR of 0.3 is a decimal of 0.501 and 20/39.9, and
 * nobody's chart has such a line: it is the one of 20/40, whose logMAR is the same to the hundredth.
 */
export function snellenLine(exact: number, distance: 6 | 20): number {
  const hundredths = (line: number) => Math.round(Math.log10(line / distance) * 100);
  const line = LINES[distance].find((known) => hundredths(known) === hundredths(exact));
  return line ?? Math.round(exact * 10) / 10;
}

/** As many decimals as a chart of them needs, hundredths at least. */
export function decimalsOfChart(decimals: readonly number[]): number {
  return Math.max(2, ...decimals.map(decimalsIn));
}

/** What was seen on charts, the oldest first; no line passes over a day on which no chart was seen (CF, HM, LP, NLP). */
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
