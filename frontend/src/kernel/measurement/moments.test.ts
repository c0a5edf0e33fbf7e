import { expect, it } from 'vitest';
import { formatElsewhere } from './elsewhere';
import { momentOf } from './instant-kind';

it.each([
  [-300, '2026-07-14 21:27 UTC−05:00'],
  [0, '2026-07-15 02:27 UTC+00:00'],
  [345, '2026-07-15 08:12 UTC+05:45'],
])('a measurement %i minutes ahead of UTC is told by its own clock', (offset, told) => {
  expect(formatElsewhere('2026-07-15T02:27:38.899Z', offset)).toBe(told);
});

it('nothing is told of the clock that the console has', () => {
  expect(formatElsewhere('2026-07-15T02:27:38.899Z', 540)).toBeUndefined();
  expect(formatElsewhere('2026-07-15T02:27:38.899Z')).toBeUndefined();
});

it('what is entered is sent without a clock, so that the one of the measurement stays', () => {
  expect(momentOf('2026-11-01', '09:00')).toBe('2026-11-01T00:00:00.000Z');
  expect(momentOf('', '')).toBeNull();
});

it.each([
  ['2026-02-30', '09:00'],
  ['2026-11-01', '24:00'],
  ['2026-11-01', '9시'],
  ['', '09:00'],
  ['2026-11-01', ''],
])('what is no moment is sent as it was entered: %s %s', (day, time) => {
  expect(momentOf(day, time)).toBe(`${day}T${time}`);
});
