import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { TimeChart } from '~/kernel/chart/time-chart';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import type { OwnStress } from './own-stress';
import { Component as StressPage } from './stress-page';

let server: FakeServer;
vi.mock('~/domain/client', async (original) => ({
  ...(await original<object>()),
  call: (...request: Parameters<FakeServer['call']>) => server.call(...request),
}));
vi.mock('~/domain/time', () => ({ today: () => '2026-06-15' }));
vi.mock('~/kernel/chart/drawing', () => ({
  default: ({ chart }: { chart: TimeChart }) => (
    <div data-testid="drawing">{JSON.stringify(chart)}</div>
  ),
}));

/**
 * Creates a measurement. The newest is of June 1st, each other one an hour older than the previous
 * one.
 */
function stress(hoursBefore: number, parts: Partial<OwnStress>): OwnStress {
  return {
    stressMeasurementId: hoursBefore,
    measuredAt: new Date(Date.UTC(2026, 5, 1) - hoursBefore * 3_600_000).toISOString(),
    stressScore: null,
    stressGrade: null,
    stressInstrument: null,
    anxietyScore: null,
    anxietyGrade: null,
    burnoutScore: null,
    burnoutGrade: null,
    burnoutInstrument: null,
    activationScore: null,
    lethargyGrade: null,
    ruleVersion: 1,
    ...parts,
  } as OwnStress;
}

function open(history: OwnStress[]): void {
  server = new FakeServer({
    ListOwnStressMeasurements: ({ query = {} }) => {
      const [page, size] = [query.page as number, query.pageSize as number];
      return pageOf(history.slice(page * size, (page + 1) * size), history.length);
    },
  });
  renderRoutes(
    [{ path: '/users/measurements/stress', Component: StressPage }],
    '/users/measurements/stress',
  );
}

it('tells by what each score was measured, so that no line joins what is not the same', async () => {
  open([
    stress(0, { stressScore: 40, stressGrade: 'NORMAL', stressInstrument: 'PSS_10' }),
    stress(1, { stressScore: 20, stressGrade: 'GOOD', stressInstrument: 'STRESS_INDEX' }),
  ]);
  const [drawing] = await screen.findAllByTestId('drawing');
  const { series } = JSON.parse(drawing?.textContent ?? '') as TimeChart;
  expect(series[0]?.points.map(({ by }) => by)).toEqual(['스트레스 지수', 'PSS-10']);
  const rows = within(screen.getByRole('table', { name: '스트레스 측정값' })).getAllByRole('row');
  expect(rows[0]).toHaveTextContent('측정 방법');
  expect(rows[1]).toHaveTextContent('PSS-10');
});

it('joins what the scales of one questionnaire say, of which the highest counts', async () => {
  open([
    stress(0, { burnoutScore: 40, burnoutInstrument: 'CBI_WORK' }),
    stress(1, { burnoutScore: 20, burnoutInstrument: 'CBI_PERSONAL' }),
  ]);
  const [drawing] = await screen.findAllByTestId('drawing');
  const { series } = JSON.parse(drawing?.textContent ?? '') as TimeChart;
  expect(series[0]?.points.map(({ by }) => by)).toEqual(['CBI', 'CBI']);
  expect(screen.getByRole('cell', { name: 'CBI 업무' })).toBeInTheDocument();
});

it('has all pages of a period, and says where there are more than a chart takes', async () => {
  open(Array.from({ length: 1001 }, (_, hour) => stress(hour, { anxietyScore: 10 })));
  expect(await screen.findByText(/오래된 결과는 그래프에/, {}, { timeout: 10_000 })).toBeVisible();
  const [drawing] = await screen.findAllByTestId('drawing');
  const { series } = JSON.parse(drawing?.textContent ?? '') as TimeChart;
  expect(series[0]?.points).toHaveLength(1000);
}, 30_000);
