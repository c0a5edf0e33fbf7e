// The bands of conventions as a form has them: of each indicator they follow each other, and what one bound moves, both
// bands that meet there follow. So no gap arises while bounds are entered; the server looks at them all the same.
import type { Answer } from '~/domain/client';

export type Version = Answer<'GetGradeRuleVersion'>;
export type Band = NonNullable<Version['bands']>[number];
export type Table = NonNullable<Version['tables']>[number];
export type Rule = Table['rules'][number];
export type Indicator = Table['indicator'];

export function bandsOf(value: unknown): readonly Band[] {
  return Array.isArray(value) ? (value as Band[]) : [];
}

/** The indicators of some bands, each once, in their order. */
export function indicatorsOf(bands: readonly Band[]): Indicator[] {
  return [...new Set(bands.map(({ indicator }) => indicator))];
}

/** Where a band begins whose neighbour ends there: its place among all bands, and the bound. */
export interface Bound {
  at: number;
  grade: number;
  value: number | null;
}

/** The bounds between the bands of an indicator. */
export function boundsOf(bands: readonly Band[], indicator: Indicator): Bound[] {
  const own = bands.flatMap((band, at) => (band.indicator === indicator ? [{ band, at }] : []));
  return own.slice(1).map(({ band, at }) => ({ at, grade: band.grade, value: band.lower ?? null }));
}

/** With another bound, which the band before it has, too. */
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

/** Whether a bound lies between its neighbours. */
export function isInOrder(bounds: readonly Bound[], index: number): boolean {
  const [before, own, after] = [index - 1, index, index + 1].map((at) => bounds[at]?.value);
  if (own === null || own === undefined) return false;
  return own > (before ?? 0) && own < (after ?? 100);
}

/** `≥ 35, < 45` */
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

/** A band as a rule of both sexes and all ages. */
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

/** Rules that hold for the same people together, in the order in which they stand. */
export function groupsOf(rules: readonly Rule[]): Rule[][] {
  const groups = new Map<string, Rule[]>();
  for (const rule of rules) {
    const whom = [rule.sex, rule.ageFrom, rule.ageTo].join(' ');
    groups.set(whom, [...(groups.get(whom) ?? []), rule]);
  }
  return [...groups.values()];
}
