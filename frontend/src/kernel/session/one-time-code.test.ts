import { describe, expect, it } from 'vitest';
import { digitsOf } from './one-time-code';

describe('the digits of a code', () => {
  it.each([
    ['012 345', '012345'],
    ['０１２-３４５', '012345'],
    ['٠١٢٣٤٥', '012345'],
    ['۰۱۲۳۴۵', '012345'],
    ['०१२३४५', '012345'],
    ['๐๑๒๓๔๕', '012345'],
    ['a1b2', '12'],
    ['0123456', '012345'],
  ])('of %s are %s', (typed, digits) => {
    expect(digitsOf(typed)).toBe(digits);
  });
});
