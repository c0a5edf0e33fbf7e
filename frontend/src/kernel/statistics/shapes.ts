// Computes the positions of a chart's parts in percent.

/**
 * Returns the lines of a series as points `x,y` in a 100 by 100 box with the origin at the top: one
 * line for each run without gaps.
 */
export function runsOf(
  values: readonly (number | null)[],
  height: (value: number) => number,
): string[] {
  const runs: string[][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value === null) runs.push([]);
    else {
      const x = middleOf(index, values.length);
      runs.at(-1)?.push(`${x.toFixed(2)},${(100 - height(value)).toFixed(2)}`);
    }
  }
  // A single point has no line; its mark shows it.
  return runs.filter((run) => run.length > 1).map((run) => run.join(' '));
}

/** Returns the middle of one of `count` columns. */
export function middleOf(index: number, count: number): number {
  return ((index + 0.5) / count) * 100;
}

/** Returns the columns to label, so that at most `most` are: the first, and then in equal steps. */
export function namedOf(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, place) => place * step);
}

/**
 * Returns the shares of a whole, without those of suppressed values. Null if the whole or all
 * values are suppressed.
 */
export function sharesOf(
  values: readonly (number | null)[],
  whole: number | null,
): number[] | null {
  if (whole === null || whole === 0 || values.every((value) => value === null)) return null;
  return values.map((value) => (value ?? 0) / whole);
}
