import { describe, expect, it } from 'vitest';
import { isolated, activateLanguage } from '~/kernel/i18n/i18n';
import { DAY, labelledPlaces, placeLabel, placeOf, placeOfDay } from './time-axis';

describe('the axis of time', () => {
  it('places a moment in its day in Seoul, wherever the reader is', () => {
    const evening = placeOf('2026-03-04T15:30:00Z');
    expect(evening - placeOfDay('2026-03-05')).toBe(30 * 60_000);
  });

  it('names years, months and days in the reader’s language', async () => {
    const labels = () => [
      ...['2026-01-01', '2026-05-01'].map((day) => placeLabel(placeOfDay(day), 'month')),
      ...['2026-05-01', '2026-05-17'].map((day) => placeLabel(placeOfDay(day), 'day')),
    ];
    expect(labels()).toEqual(['2026년', '5월', '5. 1.', '5. 17.'].map(isolated));
    await activateLanguage('en');
    expect(labels()).toEqual(['2026', 'May', '5/1', '5/17'].map(isolated));
  });

  it.each([
    [
      '2026-10-29',
      '2026-11-29',
      'day',
      ['10-29', '11-03', '11-08', '11-13', '11-18', '11-23', '11-28'],
    ],
    ['2026-11-20', '2026-11-20', 'day', ['11-20']],
    ['2025-11-30', '2026-11-29', 'month', ['01-01', '03-01', '05-01', '07-01', '09-01', '11-01']],
    ['2026-08-15', '2026-11-29', 'month', ['09-01', '10-01', '11-01']],
  ] as const)('labels what is from %s to %s in even steps', (first, last, unit, days) => {
    const labelled = labelledPlaces(placeOfDay(first), placeOfDay(last));
    expect(labelled.unit).toBe(unit);
    expect(labelled.places.map((place) => new Date(place).toISOString().slice(5, 10))).toEqual(
      days,
    );
  });

  it('has no more labels than find room, however long it is', () => {
    for (let days = 1; days < 3000; days += 7) {
      const { places } = labelledPlaces(0, days * DAY);
      expect(places.length).toBeGreaterThan(0);
      expect(places.length).toBeLessThanOrEqual(10);
    }
  });
});
