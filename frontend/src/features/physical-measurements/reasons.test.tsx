import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { measurement } from '~/kernel/measurement/testing/physical-measurement';
import type { Why } from '~/kernel/measurement/why';
import { renderWithin } from '~/kernel/testing/render-within';
import { Reasons } from './reasons';

const SYSTOLIC: Why = {
  indicator: 'SYSTOLIC_PRESSURE',
  grade: 'ELEVATED',
  ruleSet: 'physical-kr',
  ruleVersion: 1,
  standing: 'PUBLISHED',
  source: 'KSH_2018',
  unit: 'mm[Hg]',
  value: 124,
  convertedFrom: null,
  raw: 124,
  lower: { cut: 120, inclusive: true },
  upper: { cut: 130, inclusive: false },
  sex: null,
  ageFrom: 19,
  ageTo: null,
  educationFrom: null,
  educationTo: null,
};

const draw = (why: Why[]) => {
  renderWithin(<Reasons record={{ ...measurement({}), why }} />);
};

it('says that the four grades of the pressure are the service’s own over the society’s classes', () => {
  draw([SYSTOLIC]);
  expect(screen.getByText('주의혈압')).toBeVisible();
  expect(screen.getByText('KSH 2018')).toBeVisible();
  expect(screen.getByText(/혈압의 네 등급은 대한고혈압학회/)).toBeVisible();
});

it('says nothing of it where no pressure was graded', () => {
  draw([{ ...SYSTOLIC, indicator: 'BMI', grade: 'NORMAL', source: 'WHO_ASIA_PACIFIC_2000' }]);
  expect(screen.queryByText(/혈압의 네 등급/)).not.toBeInTheDocument();
});

it('says why a pressure that was taken at home has no grade, and a value of a child none', () => {
  const taken = { systolic: 135, diastolic: 87, bloodPressureGrade: null } as const;
  renderWithin(<Reasons record={{ ...measurement({ ...taken, setting: 'HOME' }), why: [] }} />);
  expect(screen.getByText(/집에서 잰 혈압은 진료실 기준으로 판정하지 않습니다/)).toBeVisible();
  expect(screen.queryByText(/만 19세 미만은/)).toBeNull();
  cleanup();
  renderWithin(
    <Reasons record={{ ...measurement({ ...taken, setting: 'CLINIC', age: 18 }), why: [] }} />,
  );
  expect(screen.getByText(/만 19세 미만은/)).toBeVisible();
  expect(screen.queryByText(/집에서 잰 혈압은/)).toBeNull();
});
