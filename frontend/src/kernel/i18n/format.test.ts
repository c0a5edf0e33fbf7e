import { afterEach, describe, expect, it } from 'vitest';
import { weekOf } from '~/domain/time';
import {
  formatDate,
  formatDateTime,
  formatDateWithWeekday,
  formatDay,
  formatLongDate,
  formatMonthDay,
} from './format';
import { activateLanguage } from './i18n';
import { formatWeek, weekNumber } from './week';

afterEach(() => activateLanguage('ko'));

describe('a date', () => {
  it('has the formats of the specification', () => {
    expect(formatDate('2026-11-21')).toBe('2026-11-21');
    expect(formatDateTime('2026-11-20T15:30:00Z')).toBe('2026-11-21 00:30');
    expect(formatDateWithWeekday('2026-11-21')).toBe('2026-11-21 (토)');
    expect(formatLongDate('2026-11-21')).toBe('2026년 11월 21일');
    expect(formatMonthDay('2026-11-21')).toBe('11월 21일');
  });

  it('as month and day never has a year, also not of another year', () => {
    expect(formatMonthDay('1999-03-04')).toBe('3월 4일');
  });

  it('as people say it is whole where the year is not this one', () => {
    expect(formatDay('2026-03-04', '2026-11-21')).toBe('3월 4일');
    expect(formatDay('2025-03-04', '2026-11-21')).toBe('2025년 3월 4일');
  });
});

describe('a week', () => {
  it.each([
    ['2024-03-03', 9, '2월 5주 (9주차)'],
    ['2021-01-03', 53, '12월 5주 (53주차)'],
    ['2024-12-30', 1, '1월 1주 (1주차)'],
  ])('of %s takes its number %i from its key', (day, number, written) => {
    const week = weekOf(day);
    expect(week && weekNumber(week.key)).toBe(number);
    expect(week && formatWeek(week)).toBe(written);
  });

  it('is named in the language of the console', async () => {
    await activateLanguage('de');
    const week = weekOf('2026-11-21');
    expect(week && formatWeek(week)).toBe('November, Woche 3 (KW 47)');
  });
});
