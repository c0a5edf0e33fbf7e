// Tests that a period relative to today moves with the day.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dateTimeKind, periodBack } from './date-kind';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-03T00:30:00+09:00') });
});

afterEach(() => {
  vi.useRealTimers();
});

it('the five-day-back period runs from five days ago to today, over months too', () => {
  expect(periodBack(5)).toEqual(['2026-02-26', '2026-03-03']);
});

it('the server is asked for the days that are meant on the day, as it is in Korea', () => {
  expect(dateTimeKind.toQuery?.(['today-6'])).toBe('2026-02-25');
  expect(dateTimeKind.toQuery?.(['today'])).toBe('2026-03-03');
  vi.setSystemTime(new Date('2026-03-04T00:30:00+09:00'));
  expect(dateTimeKind.toQuery?.(['today-6'])).toBe('2026-02-26');
});

it.each([
  '2026-01-02',
  '2026-01-02T09:00:00+09:00',
  'today-',
  'today-12345',
  'today+1',
  'tomorrow',
])('an end that is not told by today is asked for as it is: %s', (text) => {
  expect(dateTimeKind.toQuery?.([text])).toBe(text);
});
