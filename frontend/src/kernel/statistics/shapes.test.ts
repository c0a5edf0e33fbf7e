import { describe, expect, it } from 'vitest';
import { middleOf, namedOf, runsOf, sharesOf } from './shapes';

describe('the shapes of charts', () => {
  it('draw no line over a gap, and none for a point alone', () => {
    expect(runsOf([10, 20, null, 30, null, 40, 50], (value) => value)).toEqual([
      '7.14,90.00 21.43,80.00',
      '78.57,60.00 92.86,50.00',
    ]);
  });

  it('have columns of equal width', () => {
    expect([0, 1, 2, 3].map((column) => middleOf(column, 4))).toEqual([12.5, 37.5, 62.5, 87.5]);
  });

  it('name so many columns at most, in equal steps', () => {
    expect(namedOf(4, 6)).toEqual([0, 1, 2, 3]);
    expect(namedOf(30, 6)).toEqual([0, 5, 10, 15, 20, 25]);
    expect(namedOf(0, 6)).toEqual([]);
  });

  it('share the whole, and nothing where too little is told', () => {
    expect(sharesOf([3, 0, 1], 4)).toEqual([0.75, 0, 0.25]);
    expect(sharesOf([3, null, null], 6), 'not all are of the one grade that is told').toEqual([
      0.5, 0, 0,
    ]);
    expect(sharesOf([null, null], 6)).toBeNull();
    expect(sharesOf([3, null], null)).toBeNull();
    expect(sharesOf([0, 0], 0)).toBeNull();
  });
});
