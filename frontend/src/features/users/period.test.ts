import { describe, expect, it } from 'vitest';
import { firstDay, firstShown, monthsBefore, readPeriod, type Period } from './period';

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

  it('is shown whole, and where it has no beginning, from the oldest on but never less than a month', () => {
    const shown = (period: Period, oldest: string) => firstShown(period, oldest, '2026-02-14');
    expect(shown('3m', '2026-02-10T01:00:00Z')).toBe('2025-11-14');
    expect(shown('all', '2024-03-01T01:00:00Z')).toBe('2024-03-01');
    expect(shown('all', '2026-02-10T01:00:00Z')).toBe('2026-01-14');
  });

  it('begins on the day that it was in Seoul', () => {
    expect(firstShown('all', '2024-03-01T15:30:00Z', '2026-02-14')).toBe('2024-03-02');
  });
});
