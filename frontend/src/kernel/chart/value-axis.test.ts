import { describe, expect, it } from 'vitest';
import { decimalsOfTicks, valueAxis } from './value-axis';

describe('the axis of values', () => {
  it('begins and ends at whole steps around the values', () => {
    expect(valueAxis([61.3, 72.8], 8)).toEqual({ least: 60, most: 75, step: 5 });
  });

  it('spans a least number of units, so that a small change looks small', () => {
    const { least, most } = valueAxis([70, 70.2], 8);
    expect(most - least).toBeGreaterThanOrEqual(8);
    expect(least).toBeLessThan(70);
    expect(most).toBeGreaterThan(70.2);
  });

  it('has a range for a single value', () => {
    const { least, most, step } = valueAxis([22.5], 8);
    expect(least).toBeLessThan(22.5);
    expect(most).toBeGreaterThan(22.5);
    expect((most - least) / step).toBeLessThanOrEqual(6);
  });

  it('never goes below zero', () => {
    expect(valueAxis([2], 14).least).toBe(0);
  });

  it.each([
    [10, 0],
    [1, 0],
    [0.5, 1],
    [0.2, 1],
    [0.05, 2],
  ])('writes all ticks in steps of %s with %s decimals', (step, decimals) => {
    expect(decimalsOfTicks({ least: 0, most: 100, step })).toBe(decimals);
  });

  it('has no crumbs of binary fractions', () => {
    expect(valueAxis([0.1, 0.3], 0.1)).toEqual({ least: 0.05, most: 0.35, step: 0.05 });
  });
});
