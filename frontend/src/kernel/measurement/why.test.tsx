import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithin } from '~/kernel/testing/render-within';
import { Reason, type Why } from './why';

const WHY: Why = {
  indicator: 'BODY_FAT',
  grade: 'STANDARD',
  ruleSet: 'physical-gallagher',
  ruleVersion: 1,
  standing: 'PUBLISHED',
  source: 'GALLAGHER_2000',
  unit: '%',
  value: 22,
  convertedFrom: null,
  raw: 22,
  lower: { cut: 13, inclusive: true },
  upper: { cut: 24, inclusive: false },
  sex: 'MALE',
  ageFrom: 40,
  ageTo: 59,
  educationFrom: null,
  educationTo: null,
};

const reason = (why: Partial<Why>) => {
  renderWithin(<Reason title="체지방률" scale="bodyFat" why={{ ...WHY, ...why }} />);
};

it('says for which sex and ages the bounds are', () => {
  reason({});
  expect(screen.getByText('남성')).toBeVisible();
  expect(screen.getByText('만 40~59세')).toBeVisible();
});

it('says from which age on they are where there is no last one, and nothing where they are everybody’s', () => {
  reason({ sex: null, ageFrom: 19, ageTo: null });
  expect(screen.getByText('만 19세 이상')).toBeVisible();
  reason({ sex: null, ageFrom: 0, ageTo: null });
  expect(screen.queryByText(/남성|만 0/)).not.toBeInTheDocument();
});

it('says for which education a norm is', () => {
  reason({ educationFrom: 7, educationTo: 12 });
  expect(screen.getByText('교육 7~12년')).toBeVisible();
  reason({ educationFrom: 13 });
  expect(screen.getByText('교육 13년 이상')).toBeVisible();
});
