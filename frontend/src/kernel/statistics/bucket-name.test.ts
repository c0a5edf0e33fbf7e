import { describe, expect, it, vi } from 'vitest';
import { bucketName, partOfBucket, periodName } from './bucket-name';

vi.mock('~/domain/time', async (original) => ({
  ...(await original<object>()),
  today: () => '2026-11-20',
}));

const from = (start: string) => ({ start, end: start });

describe('a bucket is called', () => {
  it.each([
    ['DAY', '2026-11-20', '11월 20일'],
    ['DAY', '2025-11-20', '2025년 11월 20일'],
    ['WEEK', '2026-11-16', '11월 3주 (47주차)'],
    ['WEEK', '2025-11-17', '2025년 11월 3주 (47주차)'],
    ['WEEK', '2024-12-30', '2025년 1월 1주 (1주차)'],
    ['WEEK', '2025-12-29', '1월 1주 (1주차)'],
    ['WEEK', '2027-01-01', '12월 5주 (53주차)'],
    ['MONTH', '2026-11-01', '2026년 11월'],
    ['YEAR', '2026-01-01', '2026년'],
  ] as const)('by its %s %s: %s', (bucket, start, name) => {
    expect(bucketName(bucket, from(start))).toBe(name);
  });
});

it.each([
  ['DAY', '2026-11-20', '2026-11-20', true],
  ['WEEK', '2026-11-16', '2026-11-22', true],
  ['WEEK', '2026-11-16', '2026-11-20', false],
  ['WEEK', '2026-01-01', '2026-01-04', false],
  ['MONTH', '2024-02-01', '2024-02-29', true],
  ['MONTH', '2026-11-01', '2026-11-20', false],
  ['MONTH', '2026-11-02', '2026-11-30', false],
  ['YEAR', '2025-01-01', '2025-12-31', true],
  ['YEAR', '2026-01-01', '2026-11-20', false],
] as const)('a %s from %s to %s is whole: %s', (bucket, start, end, isWhole) => {
  const part = partOfBucket(bucket, { start, end });
  expect(part === undefined).toBe(isWhole);
  if (!isWhole) expect(part).toContain(`${start} ~ ${end}`);
});

it('names a period by both its days, and one day by itself', () => {
  expect(periodName(from('2026-11-20'))).toBe('2026-11-20');
  expect(periodName({ start: '2026-11-01', end: '2026-11-20' })).toBe(
    '\u20662026-11-01 ~ 2026-11-20\u2069',
  );
});
