import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { TimeChart } from '~/kernel/chart/time-chart';
import { KnownTrend } from '~/kernel/measurement/known-trend';
import { renderWithin } from '~/kernel/testing/render-within';
import { seriesKind, seriesOf } from './series-kind';
import type { StressMeasurement } from './stress-fields';
import { StressTrend } from './stress-trend';
import { differenceOf } from './variability';

vi.mock('~/kernel/chart/drawing', () => ({
  default: ({ chart }: { chart: TimeChart }) => (
    <div data-testid="drawing">{JSON.stringify(chart)}</div>
  ),
}));

describe('a series of intervals', () => {
  it('is read from whatever stands between its numbers', () => {
    expect(seriesOf('800 812\n795;  801,\t799')).toEqual([800, 812, 795, 801, 799]);
    expect(seriesOf(' ')).toEqual([]);
  });

  it('keeps what is no number, so that the rules name its place', () => {
    expect(seriesOf('800 8l2 -5')).toEqual([800, '8l2', '-5']);
  });

  it('stays as it is typed while it is typed', async () => {
    const { Input } = seriesKind;
    let entered: unknown;
    function Form() {
      const [value, setValue] = useState<unknown>([]);
      entered = value;
      return (
        Input && (
          <Input
            label="NN"
            value={value}
            onChange={setValue}
            error={undefined}
            required={false}
            maxLength={undefined}
            marks={{ 'data-path': 'nnIntervals' }}
            disabled={false}
          />
        )
      );
    }
    renderWithin(<Form />);
    const field = screen.getByLabelText('NN');
    await userEvent.type(field, '800, 812 ');
    expect(field).toHaveValue('800, 812 ');
    expect(entered).toEqual([800, 812]);
  });
});

describe('what the device says beside what was computed', () => {
  it('differs by what the reader sees', () => {
    expect(differenceOf(12.5, 10.8)).toBe(1.7);
    expect(differenceOf(50.04, 50.06)).toBe(-0.1);
    expect(differenceOf(10.81, 10.8)).toBe(0);
  });
});

describe('how a person went', () => {
  it('says by what each score was measured, so that no line joins different instruments', async () => {
    const measured = (day: number, instrument: StressMeasurement['stressInstrument']) =>
      ({
        measuredAt: `2026-05-0${String(day)}T01:30:00Z`,
        stressScore: 40,
        stressGrade: 'NORMAL',
        stressInstrument: instrument,
        anxietyScore: null,
        burnoutScore: null,
        activationScore: null,
        sdnn: null,
        rmssd: null,
        ruleVersion: 1,
      }) as StressMeasurement;
    renderWithin(
      <KnownTrend value={[measured(2, 'BEPSI_K'), measured(1, 'STRESS_INDEX')]}>
        <StressTrend memberId={1} />
      </KnownTrend>,
    );
    const { series } = JSON.parse((await screen.findByTestId('drawing')).textContent) as TimeChart;
    expect(series[0]?.points.map(({ by }) => by)).toEqual(['스트레스 지수', 'BEPSI-K']);
    const [head, newest] = screen.getAllByRole('row');
    expect(head).toHaveTextContent('스트레스 판정 도구');
    expect(newest).toHaveTextContent('BEPSI-K');
  });

  it('shows lethargy by the score of activation, which rises where lethargy falls', async () => {
    const measured = (day: number, activationScore: number) =>
      ({
        measuredAt: `2026-05-0${String(day)}T01:30:00Z`,
        stressScore: null,
        anxietyScore: null,
        burnoutScore: null,
        activationScore,
        lethargyGrade: 'NORMAL',
        sdnn: null,
        rmssd: null,
        ruleVersion: 1,
      }) as StressMeasurement;
    renderWithin(
      <KnownTrend value={[measured(2, 60), measured(1, 45)]}>
        <StressTrend memberId={1} />
      </KnownTrend>,
    );
    expect(screen.getByRole('heading', { name: '무기력 · 활성도 점수' })).toBeVisible();
    const { bands } = JSON.parse((await screen.findByTestId('drawing')).textContent) as TimeChart;
    expect(bands?.map(({ label }) => label)).toEqual(['매우무기력', '무기력', '보통', '긴장']);
  });
});
