import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderRoutes } from '~/kernel/testing/render-routes';
import { ChartCard, type ChartRow } from './chart-card';
import type { TimeChart } from './time-chart';

vi.mock('./drawing', () => ({ default: () => <div data-testid="drawing" /> }));

const CHART: TimeChart = {
  series: [
    {
      name: '몸무게',
      look: 'first',
      points: [
        { at: '2026-01-10T01:00:00Z', value: 70 },
        { at: '2026-01-20T01:00:00Z', value: 69 },
      ],
    },
  ],
  unit: 'unit.kilogram',
  decimals: 1,
  days: { first: '2026-01-01', last: '2026-02-01' },
  leastSpan: 8,
};

const EARLIER: ChartRow = { at: '2026-01-10T01:00:00Z', cells: ['70.0', '정상'] };
const LATER: ChartRow = { at: '2026-01-20T01:00:00Z', cells: ['69.0', '정상'] };

function open(...rows: ChartRow[]) {
  renderRoutes([
    {
      path: '/',
      element: (
        <ChartCard
          title="몸무게"
          unit="unit.kilogram"
          chart={CHART}
          columns={['값', '등급']}
          rows={rows}
        />
      ),
    },
  ]);
}

describe('a single measurement', () => {
  const SENTENCE = '측정이 두 번 이상 있으면 변화 추이를 그래프로 보여드립니다.';
  beforeEach(() => {
    open(EARLIER);
  });

  it('stands in words with its day in the place of the chart, and says what a trend needs', () => {
    expect(screen.queryByTestId('drawing')).not.toBeInTheDocument();
    const sentence = screen.getByText(SENTENCE);
    const place = sentence.parentElement ?? document.body;
    expect(within(place).getByText('2026-01-10 10:00')).toBeVisible();
    for (const said of ['값', '70.0', '등급', '정상'])
      expect(within(place).getByText(said)).toBeVisible();
    expect(place).toHaveStyle({ minHeight: '230px' });
  });

  it('is read once by screen readers: in the table, with the sentence', () => {
    expect(screen.getByRole('row', { name: '2026-01-10 10:00 70.0 정상' })).toBeInTheDocument();
    expect(screen.queryByRole('definition')).toBeNull();
    expect(screen.getByText(SENTENCE).closest('[aria-hidden]')).toBeNull();
  });

  it('can be had as a table, too', async () => {
    await userEvent.click(screen.getByRole('button', { name: '표로 보기' }));
    expect(screen.queryByText(SENTENCE)).toBeNull();
    expect(screen.getByRole('region', { name: '몸무게 측정값' })).toBeVisible();
  });
});

describe('a chart with its table', () => {
  beforeEach(() => {
    open(LATER, EARLIER);
  });

  it('has the table for screen readers while it shows the chart', async () => {
    expect(await screen.findByTestId('drawing')).toBeInTheDocument();
    const table = screen.getByRole('table', { name: '몸무게 측정값' });
    expect(
      within(table).getByRole('row', { name: '2026-01-10 10:00 70.0 정상' }),
    ).toBeInTheDocument();
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
