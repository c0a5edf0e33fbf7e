import { describe, expect, it } from 'vitest';
import { firstDay, monthsBefore, readPeriod } from './period';

describe('the period', () => {
  it('is a year unless the address names another one that there is', () => {
    expect(readPeriod(new URLSearchParams())).toBe('1y');
    expect(readPeriod(new URLSearchParams('period=3m'))).toBe('3m');
    expect(readPeriod(new URLSearchParams('period=9x'))).toBe('1y');
  });

  it('begins on the same day of an earlier month, or not at all', () => {
    expect(firstDay('3m', '2026-02-14')).toBe('2025-11-14');
    expect(firstDay('1y', '2026-02-14')).toBe('2025-02-14');
    expect(firstDay('all', '2026-02-14')).toBeUndefined();
  });

  it('begins on the last day of a month that is shorter', () => {
    expect(monthsBefore('2026-05-31', 3)).toBe('2026-02-28');
    expect(monthsBefore('2024-02-29', 12)).toBe('2023-02-28');
  });
});
