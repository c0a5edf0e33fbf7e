import { afterEach, describe, expect, it } from 'vitest';
import { activateLanguage } from './i18n';
import { formatMeasure, unitAround, unitName } from './units';

afterEach(() => activateLanguage('ko'));

describe('a measured value', () => {
  it.each([
    ['ko', '67.4\u00a0kg', 'kg'],
    ['ar', '67.4\u00a0كغ', 'كغ'],
    ['ja', '67.4kg', 'kg'],
    ['de', '67,4\u00a0kg', 'kg'],
    ['th', '67.4\u00a0กก.', 'กก.'],
  ])('is written with its unit as in %s', async (tag, written, name) => {
    await activateLanguage(tag);
    expect(formatMeasure(67.4, 1, 'unit.kilogram')).toBe(written);
    expect(unitName('unit.kilogram')).toBe(name);
  });

  it('takes the space before a percent sign that the language has', async () => {
    await activateLanguage('en');
    expect(formatMeasure(24, 0, 'unit.percent')).toBe('24%');
    await activateLanguage('fr');
    expect(formatMeasure(24, 0, 'unit.percent')).toBe('24\u00a0%');
  });

  it('is a figure alone where there is no unit', () => {
    expect(formatMeasure(24.26, 1)).toBe('24.3');
  });
});

it('a field shows the unit around the figure that is typed', async () => {
  await activateLanguage('de');
  expect(unitAround('unit.beatsPerMinute')).toEqual({ prefix: '', suffix: '\u00a0/min' });
});
