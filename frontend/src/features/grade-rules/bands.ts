// The bands of conventions as a form holds them. The bands of an indicator are adjacent: changing a
// bound changes both bands that share it, so no gap can arise during input. The server validates
// them all the same.
import type { Answer } from '~/domain/client';

export type Version = Answer<'GetGradeRuleVersion'>;
export type Band = NonNullable<Version['bands']>[number];
export type Table = NonNullable<Version['tables']>[number];
export type Rule = Table['rules'][number];
export type Indicator = Table['indicator'];

export function bandsOf(value: unknown): readonly Band[] {
  return Array.isArray(value) ? (value as Band[]) : [];
}

/** Returns the distinct indicators of the bands, in order. */
export function indicatorsOf(bands: readonly Band[]): Indicator[] {
  return [...new Set(bands.map(({ indicator }) => indicator))];
}

/** A bound that two bands share: the index of the upper band among all bands, and the value. */
export interface Bound {
  at: number;
  grade: number;
  value: number | null;
}

/** Returns the bounds between the bands of an indicator. */
export function boundsOf(bands: readonly Band[], indicator: Indicator): Bound[] {
  const own = bands.flatMap((band, at) => (band.indicator === indicator ? [{ band, at }] : []));
  return own.slice(1).map(({ band, at }) => ({ at, grade: band.grade, value: band.lower ?? null }));
}

/** Changes a bound, in both bands that share it. */
export function withBound(bands: readonly Band[], at: number, value: number | null): Band[] {
  const moved = bands[at];
  const before = bands.findLastIndex(
    ({ indicator }, index) => index < at && indicator === moved?.indicator,
  );
  return bands.map((band, index) => {
    if (index === at) return { ...band, lower: value };
    return index === before ? { ...band, upper: value } : band;
  });
}

/** Returns whether a bound lies between its neighbours. */
export function isInOrder(bounds: readonly Bound[], index: number): boolean {
  const [before, own, after] = [index - 1, index, index + 1].map((at) => bounds[at]?.value);
  if (own === null || own === undefined) return false;
  return own > (before ?? 0) && own < (after ?? 100);
}

/** Formats `≥ 35, < 45`. */
export function intervalOf(
  { lower, upper }: Pick<Rule, 'lower' | 'upper'>,
  figure: (cut: number) => string,
): string {
  const ends = [
    lower && `${lower.inclusive ? '≥' : '>'} ${figure(lower.cut)}`,
    upper && `${upper.inclusive ? '≤' : '<'} ${figure(upper.cut)}`,
  ];
  return ends.filter((end) => end !== null).join(', ');
}

/** Converts a band to a rule for both sexes and all ages. */
export function ruleOf({ grade, lower, upper }: Band): Rule {
  const end = (cut: number | null | undefined, inclusive: boolean) =>
    cut === null || cut === undefined ? null : { cut, inclusive };
  return {
    sex: null,
    ageFrom: 0,
    ageTo: null,
    lower: end(lower, true),
    upper: end(upper, false),
    grade,
  };
}

/** Groups rules that apply to the same people, in their original order. */
export function groupsOf(rules: readonly Rule[]): Rule[][] {
  const groups = new Map<string, Rule[]>();
  for (const rule of rules) {
    const whom = [rule.sex, rule.ageFrom, rule.ageTo].join(' ');
    groups.set(whom, [...(groups.get(whom) ?? []), rule]);
  }
  return [...groups.values()];
}
