// Where the parts of a chart lie, in hundredths of its room.

/** The lines of a series as points `x,y` of a room of 100 by 100 whose zero is above: one line for each run without a gap. */
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
  // A point alone has no line; its mark shows it.
  return runs.filter((run) => run.length > 1).map((run) => run.join(' '));
}

/** The middle of one of so many columns. */
export function middleOf(index: number, count: number): number {
  return ((index + 0.5) / count) * 100;
}

/** Which of so many columns are named, so that at most `most` are: the first, and from there in equal steps. */
export function namedOf(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, place) => place * step);
}

/** The shares of a whole, of which what is not told has none; null where the whole or all of it is not told. */
export function sharesOf(
  values: readonly (number | null)[],
  whole: number | null,
): number[] | null {
  if (whole === null || whole === 0 || values.every((value) => value === null)) return null;
  return values.map((value) => (value ?? 0) / whole);
}
