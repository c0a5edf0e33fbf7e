import { describe, expect, it } from 'vitest';
import { snellenLine } from './acuity';

/** As the server returns it: rounded to hundredths, from a decimal stored in thousandths. */
const exact = (decimal: number, distance: 6 | 20) => Math.round((distance / decimal) * 100) / 100;

describe('a Snellen fraction', () => {
  it.each([
    [1.585, 3.8, 12.5],
    [1.259, 4.8, 16],
    [1, 6, 20],
    [0.794, 7.5, 25],
    [0.631, 9.5, 32],
    [0.501, 12, 40],
    [0.398, 15, 50],
    [0.316, 19, 63],
    [0.251, 24, 80],
    [0.2, 30, 100],
    [0.158, 38, 125],
    [0.126, 48, 160],
    [0.1, 60, 200],
    [0.063, 95, 320],
    [0.016, 375, 1250],
  ])('of each tenth of logMAR, which is %s, is the line of a chart', (decimal, metres, feet) => {
    expect(snellenLine(exact(decimal, 6), 6)).toBe(metres);
    expect(snellenLine(exact(decimal, 20), 20)).toBe(feet);
  });

  it.each([
    [0.667, 9, 30],
    [0.333, 18, 60],
    [0.167, 36, 120],
  ])('of Snellen’s own charts, such as %s, stays what it is', (decimal, metres, feet) => {
    expect(snellenLine(exact(decimal, 6), 6)).toBe(metres);
    expect(snellenLine(exact(decimal, 20), 20)).toBe(feet);
  });

  it.each([
    [0.3, 20, 66.7],
    [0.7, 8.6, 28.6],
    [0.9, 6.7, 22.2],
  ])('that no chart has, such as that of %s, is not taken for one', (decimal, metres, feet) => {
    expect(snellenLine(exact(decimal, 6), 6)).toBe(metres);
    expect(snellenLine(exact(decimal, 20), 20)).toBe(feet);
  });
});
