import { describe, expect, it } from 'vitest';
import { gradeBands, pressureLimits } from './physical-bands';
import { INDICATORS, type Indicator } from './physical-indicators';
import type { PhysicalMeasurement } from './physical-indicators';
import { measurement } from './testing/physical-measurement';

function bandsOf(name: Indicator['name'], history: PhysicalMeasurement[]) {
  const indicator = INDICATORS.find((one) => one.name === name);
  return (indicator ? gradeBands(indicator, history) : []).map(({ label, from, to }) => [
    label,
    from,
    to,
  ]);
}

describe('the bands of the grades', () => {
  it('of the BMI are those of adults, in the words of the product', () => {
    expect(bandsOf('bmi', [measurement()])).toEqual([
      ['저체중', undefined, 18.5],
      ['정상', 18.5, 23],
      ['과체중', 23, 25],
      ['비만1단계', 25, 30],
      ['비만2단계', 30, undefined],
    ]);
  });

  it('of the body fat are those of the sex, whose standard range includes its end', () => {
    expect(bandsOf('bodyFat', [measurement({ sex: 'FEMALE' })])).toEqual([
      ['표준미만', undefined, 18],
      ['표준', 18, 28.1],
      ['표준이상', 28.1, undefined],
    ]);
    expect(bandsOf('bodyFat', [measurement({ sex: 'MALE' })])[1]).toEqual(['표준', 10, 20.1]);
  });

  it('are not drawn where a measurement is not of an adult', () => {
    expect(bandsOf('bmi', [measurement({ age: 19 }), measurement({ age: 18 })])).toEqual([]);
    expect(bandsOf('bmi', [measurement({ age: null })])).toEqual([]);
  });

  it('stay the same over the years of an adult', () => {
    expect(bandsOf('bmi', [measurement({ age: 41 }), measurement({ age: 40 })])).toHaveLength(5);
  });

  it('are none of what has no grades', () => {
    expect(bandsOf('weight', [measurement()])).toEqual([]);
  });
});

describe('the limits of the blood pressure', () => {
  it('are where the normal range ends and hypertension begins', () => {
    expect(pressureLimits([measurement()])).toEqual({
      systolic: { raised: 120, high: 140 },
      diastolic: { raised: 80, high: 90 },
    });
  });

  it('are not told where no reading has a grade, such as at home', () => {
    const atHome = measurement({ setting: 'HOME', bloodPressureGrade: null });
    expect(pressureLimits([atHome])).toBeUndefined();
  });
});
