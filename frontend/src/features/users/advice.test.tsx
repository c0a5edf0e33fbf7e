import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { GRADES } from '~/kernel/grade/grade-scales';
import { measurement } from '~/kernel/measurement/testing/physical-measurement';
import { renderWithin } from '~/kernel/testing/render-within';
import { adviceOnBody, adviceOnMind, adviceOnVision, type Advice } from './advice';
import { AdviceList } from './advice-list';
import type { OwnStress } from './own-stress';
import { ownVision } from './testing/member';

const nextOf = (advice: readonly Advice[], title: string) =>
  advice.find((one) => one.title === title)?.next;

describe('what to do next', () => {
  it('is said of every grade of the body', () => {
    for (const grade of Object.keys(GRADES.bmi))
      expect(
        nextOf(adviceOnBody([measurement({ bmiGrade: grade as never })]), 'measurement.bmi'),
      ).toBeDefined();
    for (const grade of Object.keys(GRADES.bloodPressure))
      expect(
        nextOf(
          adviceOnBody([measurement({ bloodPressureGrade: grade as never })]),
          'measurement.pressure',
        ),
      ).toBeDefined();
    for (const grade of Object.keys(GRADES.bodyFat))
      expect(
        nextOf(
          adviceOnBody([measurement({ bodyFatGrade: grade as never })]),
          'measurement.bodyFat',
        ),
      ).toBeDefined();
  });

  it.each([
    [180, 90, true],
    [150, 120, true],
    [179, 119, false],
  ])('of %i/%i does not wait: %s, whatever the grade', (systolic, diastolic, urgent) => {
    const home = measurement({ systolic, diastolic, setting: 'HOME', bloodPressureGrade: null });
    const next = nextOf(adviceOnBody([home]), 'measurement.pressure');
    expect(next).toBe(urgent ? 'memberPage.next.pressure.urgent' : undefined);
  });

  it('is said of the eyes by the better one’s acuity and the stronger one’s myopia', () => {
    const advice = adviceOnVision([
      ownVision({
        rightPresenting: 0.4,
        visionGrade: 'MILD',
        rightSphere: -7,
        rightMyopia: 'HIGH_MYOPIA',
        leftSphere: -1,
        leftMyopia: 'MYOPIA',
      }),
    ]);
    expect(advice.map(({ grade, next }) => [grade, next])).toEqual([
      ['MILD', 'memberPage.next.vision.act'],
      ['HIGH_MYOPIA', 'memberPage.next.myopia.high'],
    ]);
  });

  it('is to talk with somebody from the grade on that was published for it', () => {
    const caution = {
      stressGrade: 'CAUTION',
      anxietyGrade: 'CAUTION',
      burnoutGrade: 'CAUTION',
      lethargyGrade: 'LETHARGIC',
    } as OwnStress;
    expect(adviceOnMind([caution]).map(({ next }) => next)).toEqual([
      'memberPage.next.stress.watch',
      'memberPage.next.mind.act',
      'memberPage.next.mind.act',
      'memberPage.next.lethargy.watch',
    ]);
    for (const grade of Object.keys(GRADES.lethargy))
      expect(
        adviceOnMind([{ lethargyGrade: grade } as OwnStress]).find(
          ({ title }) => title === 'indicator.LETHARGY',
        )?.next,
      ).toBeDefined();
    for (const grade of Object.keys(GRADES.health))
      expect(
        adviceOnMind([{ ...caution, stressGrade: grade } as OwnStress])[0]?.next,
      ).toBeDefined();
  });
});

describe('the list of it', () => {
  it('says of each figure what it is, with its grade and what to do next', () => {
    renderWithin(
      <AdviceList advice={adviceOnBody([measurement({ systolic: 185, diastolic: 95 })])} />,
    );
    expect(screen.getByRole('heading', { name: '결과의 뜻과 다음 할 일' })).toBeVisible();
    expect(screen.getByText(/바로 응급 진료를 받으세요/)).toBeVisible();
    expect(screen.getByText(/몸무게를 키의 제곱으로 나눈 값/)).toBeVisible();
  });

  it('is not there where there is nothing to say', () => {
    renderWithin(<AdviceList advice={[]} />);
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
