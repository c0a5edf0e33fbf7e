import { expect, it } from 'vitest';
import { fiveDaysBack } from './date-kind';

it('the five-day-back period runs from five days ago to today, over months too', () => {
  expect(fiveDaysBack('2026-03-03')).toEqual(['2026-02-26', '2026-03-03']);
});
