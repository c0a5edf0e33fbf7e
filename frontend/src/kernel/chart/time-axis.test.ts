import { describe, expect, it } from 'vitest';
import { isolated, activateLanguage } from '~/kernel/i18n/i18n';
import { placeLabel, placeOf, placeOfDay } from './time-axis';

describe('the axis of time', () => {
  it('places a moment in its day in Seoul, wherever the reader is', () => {
    const evening = placeOf('2026-03-04T15:30:00Z');
    expect(evening - placeOfDay('2026-03-05')).toBe(30 * 60_000);
  });

  it('names years, months and days in the reader’s language', async () => {
    const labels = () => ['2026-01-01', '2026-05-01', '2026-05-17'].map(placeOfDay).map(placeLabel);
    expect(labels()).toEqual(['2026년', '5월', '5. 17.'].map(isolated));
    await activateLanguage('en');
    expect(labels()).toEqual(['2026', 'May', '5/17'].map(isolated));
  });
});
