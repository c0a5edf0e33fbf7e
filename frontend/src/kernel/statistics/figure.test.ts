import { describe, expect, it } from 'vitest';
import { differenceOf } from './figure';
import { sortedBy } from './figure-table';

describe('a change', () => {
  it('is that of the figures as they are written', () => {
    expect(differenceOf(23.44, 23.38, 1)).toBe(0);
    expect(differenceOf(23.4, 23.9, 1)).toBe(-0.5);
    expect(differenceOf(12, 8, 0)).toBe(4);
  });
});

describe('an order', () => {
  it('has what is not told at its end, whichever way it goes', () => {
    const rows = [{ value: null }, { value: 2 }, { value: undefined }, { value: 5 }];
    const values = (descends: boolean) =>
      sortedBy(rows, ({ value }) => value, descends).map(({ value }) => value ?? null);
    expect(values(true)).toEqual([5, 2, null, null]);
    expect(values(false)).toEqual([2, 5, null, null]);
  });
});
