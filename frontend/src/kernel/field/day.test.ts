import { describe, expect, it } from 'vitest';
import { dayOrText, isDay, readDay } from './day';

describe('a day that is typed', () => {
  it.each([
    ['1990-01-02', '1990-01-02'],
    ['1990-1-2', '1990-01-02'],
    ['1990 - 1 - 2', '1990-01-02'],
    ['1990.1.2', '1990-01-02'],
    ['1990.01.02', '1990-01-02'],
    ['1990. 1. 2.', '1990-01-02'],
    ['1990. 1. 2', '1990-01-02'],
    ['1990/1/2', '1990-01-02'],
    ['19900102', '1990-01-02'],
    ['1990년 1월 2일', '1990-01-02'],
    ['1990년1월2일', '1990-01-02'],
    ['1988년 7월 6일', '1988-07-06'],
    ['1990年1月2日', '1990-01-02'],
    ['１９９０－１－２', '1990-01-02'],
    ['１９９００１０２', '1990-01-02'],
    ['１９９０．１．２', '1990-01-02'],
    ['١٩٩٠/١/٢', '1990-01-02'],
    ['१९९०-०१-०२', '1990-01-02'],
    ['  1990-01-02  ', '1990-01-02'],
    ['2000-02-29', '2000-02-29'],
    ['1990-12-31', '1990-12-31'],
  ])('is read as it is written: %s', (text, day) => {
    expect(readDay(text)).toEqual({ day });
  });

  it.each([
    '1990-02-31',
    '1992-13-45',
    '2023-02-29',
    '1900-02-29',
    '19901301',
    '1990-00-10',
    '1990-1-0',
    '1990년 2월 30일',
    '0000-00-00',
  ])('is refused where the calendar has none: %s', (text) => {
    expect(readDay(text)).toEqual({ problem: 'noSuchDay' });
  });

  it.each([
    '880706',
    '041231',
    '90-1-2',
    '1990',
    '1990-1',
    '1990-1-2-3',
    '199001',
    '1990012',
    '199001022',
    '1990-1/2',
    '1990.1-2',
    '1990-001-02',
    '19990-1-2',
    '2/1/1990',
    '2.1.1990',
    '1990-1-2T00:00:00Z',
    '1990-1-2 10:00',
    '1990-1-2.',
    'January 2 1990',
    '-1990-1-2',
    '어제',
    '',
  ])('is refused in any other form: "%s"', (text) => {
    expect(readDay(text)).toEqual({ problem: 'format' });
  });

  it('is kept as a day, or as it was typed for the rules to refuse', () => {
    expect(dayOrText('1990. 1. 2.')).toBe('1990-01-02');
    expect(dayOrText(' 1990-02-31 ')).toBe('1990-02-31');
    expect(dayOrText('880706')).toBe('880706');
    expect(dayOrText(' ')).toBe('');
  });

  it('is told from what only looks like one', () => {
    expect(isDay('1990-01-02')).toBe(true);
    expect(isDay('1990-02-31')).toBe(false);
    expect(isDay('1990-1-2')).toBe(false);
  });
});
