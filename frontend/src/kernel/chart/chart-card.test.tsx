import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { ChartCard } from './chart-card';
import type { TimeChart } from './time-chart';

vi.mock('./drawing', () => ({ default: () => <div data-testid="drawing" /> }));

const CHART: TimeChart = {
  series: [{ name: '몸무게', look: 'first', points: [{ at: '2026-01-10T01:00:00Z', value: 70 }] }],
  unit: 'unit.kilogram',
  decimals: 1,
  days: { first: '2026-01-01', last: '2026-02-01' },
  leastSpan: 8,
};

describe('a chart with its table', () => {
  beforeEach(() => {
    renderRoutes([
      {
        path: '/',
        element: (
          <ChartCard
            title="몸무게"
            unit="unit.kilogram"
            chart={CHART}
            columns={['값']}
            rows={[{ at: '2026-01-10T01:00:00Z', cells: ['70.0'] }]}
          />
        ),
      },
    ]);
  });

  it('has the table for screen readers while it shows the chart', async () => {
    expect(await screen.findByTestId('drawing')).toBeInTheDocument();
    const table = screen.getByRole('table', { name: '몸무게 측정값' });
    expect(within(table).getByRole('row', { name: '2026-01-10 10:00 70.0' })).toBeInTheDocument();
  });

  it('shows the table instead of the chart, and the chart again', async () => {
    await userEvent.click(screen.getByRole('button', { name: '표로 보기' }));
    expect(screen.queryByTestId('drawing')).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: '몸무게 측정값' })).toContainElement(
      screen.getByRole('table'),
    );
    await userEvent.click(screen.getByRole('button', { name: '그래프로 보기' }));
    expect(await screen.findByTestId('drawing')).toBeInTheDocument();
  });
});
