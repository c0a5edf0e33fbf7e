import { DirectionProvider } from '@mantine/core';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Answer } from '~/domain/client';
import { renderWithin } from '~/kernel/testing/render-within';
import { PRE_SURVEY } from './pre-survey';
import { PreSurveyAnswers } from './pre-survey-answers';
import { ScoreScale } from './score-scale';
import type { Why } from './why-interval';

type StressMeasurement = Answer<'GetStressMeasurement'>;

function draw(parts: Partial<StressMeasurement>) {
  renderWithin(<PreSurveyAnswers record={parts as StressMeasurement} />);
}

it('says that nothing was asked where nothing was', () => {
  draw({ influences: [] });
  expect(screen.getByText('사전 설문 응답이 없습니다.')).toBeVisible();
});

it('tells what was answered, and what of it may have influenced the result with whose guidance that is', () => {
  draw({
    sleepHours: 5.5,
    sleepQuality: 'BAD',
    caffeineCups: 0,
    alcohol: 'YES',
    influences: [
      { factor: 'SHORT_SLEEP', limit: 6, source: 'HIRSHKOWITZ_2015' },
      { factor: 'POOR_SLEEP', limit: null, source: 'LABORDE_2017' },
      { factor: 'ALCOHOL', limit: 24, source: 'LABORDE_2017' },
    ],
  });
  expect(screen.getByText('5.5시간')).toBeVisible();
  expect(screen.getByText('24시간 내 음주')).toBeVisible();
  expect(screen.queryByText('기분')).toBeNull();
  const told = within(screen.getByRole('alert')).getAllByRole('listitem');
  expect(told.map(({ textContent }) => textContent)).toEqual([
    '수면이 6시간 미만입니다. Hirshkowitz 2015',
    '수면의 질이 나빴습니다. Laborde 2017',
    '측정 전 24시간 안에 음주했습니다. Laborde 2017',
  ]);
  expect(screen.getByText(/보정하지 않습니다/)).toBeVisible();
});

it('says so where nothing of the answers is known to matter', () => {
  draw({ mood: 'GOOD', influences: [] });
  expect(screen.getByText('응답에 알려진 영향 요인이 없습니다.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('asks when the last cigarette was, and which medicine it is, only where there is some', () => {
  const asked = (values: Record<string, unknown>) =>
    PRE_SURVEY.filter((field) => field.onlyIf?.(values) ?? true).map(({ name }) => name);
  expect(asked({})).not.toContain('smokingHoursAgo');
  expect(asked({ smoking: 'CURRENT' })).toContain('smokingHoursAgo');
  expect(asked({ medication: 'NONE' })).not.toContain('medicationNames');
  expect(asked({ medication: 'TAKEN' })).toContain('medicationNames');
});

const LETHARGY: Why = {
  indicator: 'LETHARGY',
  grade: 'NORMAL',
  ruleSet: 'mind-kr',
  ruleVersion: 2,
  standing: 'CONVENTION',
  source: 'PRODUCT',
  unit: '{score}',
  value: 50,
  convertedFrom: null,
  raw: 50,
  lower: { cut: 42.5, inclusive: true },
  upper: null,
  sex: null,
  ageFrom: 0,
  ageTo: null,
  educationFrom: null,
  educationTo: null,
  scale: [
    { grade: 'LETHARGIC', lower: null, upper: { cut: 42.5, inclusive: false } },
    { grade: 'NORMAL', lower: { cut: 42.5, inclusive: true }, upper: null },
  ],
};

it('shows the scale of a score with the bounds of every grade, and which one it has', () => {
  renderWithin(<ScoreScale title="무기력" scale="lethargy" why={LETHARGY} />);
  const steps = within(screen.getByRole('list', { name: '무기력 등급 구간' })).getAllByRole(
    'listitem',
  );
  expect(steps[0]).toHaveTextContent('< 42.5');
  expect(steps[1]).toHaveTextContent('≥ 42.5');
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'true']);
});

it('runs with its numbers from left to right for whoever reads from right to left, and its words as they are read', () => {
  renderWithin(
    <DirectionProvider initialDirection="rtl" detectDirection={false}>
      <ScoreScale title="무기력" scale="lethargy" why={LETHARGY} />
    </DirectionProvider>,
  );
  const scale = screen.getByRole('list', { name: '무기력 등급 구간' });
  expect(scale).toHaveAttribute('dir', 'ltr');
  for (const step of within(scale).getAllByRole('listitem'))
    expect(step).toHaveAttribute('dir', 'rtl');
});
