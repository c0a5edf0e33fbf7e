// Formats the interval of a grade.
import type { Answer } from '~/domain/client';
import { formatNumber } from '~/kernel/i18n/format';
import { decimalsIn } from './acuity';

export type Why = NonNullable<Answer<'GetVisionMeasurement'>['why']>[number];

/** Lens powers are written with two decimals. */
const DECIMALS: Partial<Record<string, number>> = { '[diop]': 2 };

/**
 * Returns the number of decimals to show: two for lens powers, else those of the value, up to
 * three.
 */
export function decimalsOf(value: number, unit: string): number {
  const usual = DECIMALS[unit];
  if (usual !== undefined) return usual;
  if (Number.isInteger(value)) return 0;
  return decimalsIn(value);
}

/**
 * Returns the bounds of a size as bounds of values below zero. Myopia is graded by its size, but
 * lens powers are written with their sign: 2.75 D would be farsighted.
 */
export function belowZero<Bounds extends Pick<Why, 'lower' | 'upper'>>(bounds: Bounds): Bounds {
  const negative = (end: Why['lower']) => end && { ...end, cut: -end.cut };
  return { ...bounds, lower: negative(bounds.upper), upper: negative(bounds.lower) };
}

/** Formats `≥ 0.3, < 0.5`. */
export function intervalOf({ lower, upper, unit }: Pick<Why, 'lower' | 'upper' | 'unit'>): string {
  const figure = (cut: number) => formatNumber(cut, decimalsOf(cut, unit));
  const ends = [
    lower && `${lower.inclusive ? '≥' : '>'} ${figure(lower.cut)}`,
    upper && `${upper.inclusive ? '≤' : '<'} ${figure(upper.cut)}`,
  ];
  return ends.filter((end) => end !== null).join(', ');
}
