import { describe, expect, it } from 'vitest';
import { changeOf, INDICATORS, latestOf, type Indicator } from './physical-indicators';
import { measurement } from './testing/physical-measurement';

const indicator = (name: Indicator['name']): Indicator => {
  const found = INDICATORS.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};

describe('the latest value', () => {
  it('is of the newest measurement that has it, and so is the one before', () => {
    const history = [
      measurement({ physicalMeasurementId: 4, bodyFatPercent: null }),
      measurement({ physicalMeasurementId: 3, bodyFatPercent: 27 }),
      measurement({ physicalMeasurementId: 2, bodyFatPercent: null }),
      measurement({ physicalMeasurementId: 1, bodyFatPercent: 29 }),
    ];
    const latest = latestOf(indicator('bodyFat'), history);
    expect(latest?.measurement.physicalMeasurementId).toBe(3);
    expect(latest?.previous?.physicalMeasurementId).toBe(1);
  });

  it('is missing where it was never measured', () => {
    expect(latestOf(indicator('pulse'), [measurement({ pulse: null })])).toBeUndefined();
  });

  it('of a blood pressure is there with one of its two values', () => {
    expect(latestOf(indicator('bloodPressure'), [measurement({ diastolic: null })])).toBeDefined();
  });
});

describe('the change', () => {
  const weight = indicator('weight');
  const [part] = weight.parts;
  const change = (now: number | null, before: number | null) =>
    part &&
    changeOf(part, weight.decimals, {
      measurement: measurement({ weightKg: now }),
      previous: measurement({ weightKg: before }),
    });

  it('is the difference of what the reader sees', () => {
    expect(change(67.44, 68.36)).toBe(-1);
    expect(change(70.3, 70.1)).toBe(0.2);
  });

  it('is unknown where one of the values is', () => {
    expect(change(null, 70)).toBeNull();
    expect(change(70, null)).toBeNull();
  });
});
