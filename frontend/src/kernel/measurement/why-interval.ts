// The interval in which a grade lies, as it is written.
import type { Answer } from '~/domain/client';
import { formatNumber } from '~/kernel/i18n/format';
import { decimalsIn } from './acuity';

export type Why = NonNullable<Answer<'GetVisionMeasurement'>['why']>[number];

/** Powers of lenses are written to the hundredth. */
const DECIMALS: Partial<Record<string, number>> = { '[diop]': 2 };

/** As many decimals as it has, one at least where it has any, and three at most. */
export function decimalsOf(value: number, unit: string): number {
  const usual = DECIMALS[unit];
  if (usual !== undefined) return usual;
  if (Number.isInteger(value)) return 0;
  return decimalsIn(value);
}

/** `≥ 0.3, < 0.5` */
export function intervalOf({ lower, upper, unit }: Pick<Why, 'lower' | 'upper' | 'unit'>): string {
  const figure = (cut: number) => formatNumber(cut, decimalsOf(cut, unit));
  const ends = [
    lower && `${lower.inclusive ? '≥' : '>'} ${figure(lower.cut)}`,
    upper && `${upper.inclusive ? '≤' : '<'} ${figure(upper.cut)}`,
  ];
  return ends.filter((end) => end !== null).join(', ');
}
