import { describe, expect, it } from 'vitest';
import { momentOf, momentParts } from './moment-kind';

describe('a moment', () => {
  it('is shown as clocks in Seoul show it', () => {
    expect(momentParts('2026-01-04T15:30:00.000Z')).toEqual(['2026-01-05', '00:30']);
    expect(momentParts('2026-01-05T09:30:00+09:00')).toEqual(['2026-01-05', '09:30:00']);
    expect(momentParts(null)).toEqual(['', '']);
  });

  it('keeps what is typed of it, until it is one', () => {
    expect(momentOf('2026-01-05', '')).toBe('2026-01-05T+09:00');
    expect(momentParts('2026-01-05T9+09:00')).toEqual(['2026-01-05', '9']);
    expect(momentOf('2026-01-05', '9:30')).toBe('2026-01-05T09:30+09:00');
    expect(momentOf('', '')).toBeNull();
  });
});
