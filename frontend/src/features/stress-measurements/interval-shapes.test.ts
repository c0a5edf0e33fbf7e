import { describe, expect, it } from 'vitest';
import { halfAxes, poincare, tachogram, type Box } from './interval-shapes';

const BOX: Box = { width: 240, height: 240, left: 20, right: 20, top: 20, bottom: 20 };

describe('a tachogram', () => {
  it('draws every interval where it ends, the longer the higher', () => {
    const { path, up } = tachogram([800, 900, 700], BOX);
    const points = path
      .slice(1)
      .split('L')
      .map((point) => point.split(' ').map(Number));
    expect(points).toHaveLength(3);
    const [first, second, third] = points;
    expect(first?.[0]).toBeCloseTo(20 + (200 * 0.8) / 2.4, 0);
    expect(third?.[0]).toBe(220);
    expect(second?.[1]).toBeLessThan(first?.[1] ?? 0);
    expect(third?.[1]).toBeGreaterThan(first?.[1] ?? 0);
    expect(up.at(0)?.value).toBeLessThanOrEqual(700);
    expect(up.at(-1)?.value).toBeGreaterThanOrEqual(900);
  });

  it('has a mark for every minute, and few of them in half an hour', () => {
    const minutes = (count: number) =>
      tachogram(
        Array.from({ length: count }, () => 1000),
        BOX,
      ).across.map(({ value }) => value);
    expect(minutes(150)).toEqual([0, 60, 120]);
    expect(minutes(1800)).toEqual([0, 300, 600, 900, 1200, 1500, 1800]);
  });
});

describe('a Poincaré plot', () => {
  it('draws each interval against the next one in a square', () => {
    const { path, same } = poincare([800, 800, 900], BOX);
    const [first = '', second = ''] = path.split('h0');
    const [x, y] = first.slice(1).split(' ').map(Number);
    expect((x ?? 0) + (y ?? 0)).toBeCloseTo(240, 0);
    const [across, up] = second.slice(1).split(' ').map(Number);
    expect(across).toBe(x);
    expect(up).toBeLessThan(y ?? 0);
    expect(same[0].x + same[0].y).toBeCloseTo(240, 5);
  });

  it('has half axes by the deviations of the whole and of what follows each other', () => {
    const [short, long] = halfAxes({ sdnn: 50, rmssd: 40 });
    expect(short).toBeCloseTo(28.284, 3);
    // SD1² + SD2² = 2 · SDNN²
    expect(short ** 2 + long ** 2).toBeCloseTo(5000, 6);
    expect(halfAxes({ sdnn: 10, rmssd: 40 })[1]).toBe(0);
  });
});
