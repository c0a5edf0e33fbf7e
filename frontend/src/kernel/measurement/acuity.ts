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
