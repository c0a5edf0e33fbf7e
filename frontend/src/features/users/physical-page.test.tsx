import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TimeChart } from '~/kernel/chart/time-chart';
import { FakeServer, pageOf, refusal } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import type { Measurement } from './own-measurements';
import { Component as PhysicalPage } from './physical-page';
import { measurement } from '~/kernel/measurement/testing/physical-measurement';
import { ownLink, ownLinksOf } from './testing/member';

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

/** Like the server: newest first, from a start date, in pages. */
function serve(history: Measurement[], links = [ownLink()]): void {
  server = new FakeServer({
    ListOwnLinks: ({ query }) => ownLinksOf(links, query),
    ListOwnPhysicalMeasurements: ({ query = {} }) => {
      const from = (query.startMeasuredAt ?? '') as string;
      const page = query.page as number;
      const size = query.pageSize as number;
      const found = history.filter(({ measuredAt }) => measuredAt >= from);
      return pageOf(found.slice(page * size, (page + 1) * size), found.length);
    },
  });
}

const open = (search = '') =>
  renderRoutes(
    [{ path: '/users/measurements/physical', Component: PhysicalPage }],
    `/users/measurements/physical${search}`,
  );

const MAY = measurement({ physicalMeasurementId: 3, measuredAt: '2026-05-02T01:30:00Z' });
const APRIL = measurement({
  physicalMeasurementId: 2,
  measuredAt: '2026-04-01T01:30:00Z',
  weightKg: 65.2,
  systolic: 128,
  diastolic: 78,
  setting: 'HOME',
  bloodPressureGrade: null,
  pulse: 70,
});
const OLD = measurement({
  physicalMeasurementId: 1,
  measuredAt: '2024-03-01T01:30:00Z',
  weightKg: 71,
});

const valueCard = (name: string) => {
  const found = screen
    .getAllByRole('listitem')
    .find((one) => within(one).queryByText(name) !== null);
  if (!found) throw new Error(`There is no card ${name}`);
  return found;
};

describe('the latest values', () => {
  beforeEach(() => {
    serve([MAY, APRIL]);
  });

  it('are shown with their grades and what has changed since the last time', async () => {
    open();
    await screen.findByText('마지막 측정 5월 2일');
    expect(valueCard('몸무게')).toHaveTextContent(/66\.4kg.*4월 1일 대비 .?\+1\.2/);
    expect(valueCard('BMI')).toHaveTextContent('과체중');
    expect(valueCard('혈압')).toHaveTextContent(/124\/78mmHg.*-4\/0/);
    expect(valueCard('혈압')).toHaveTextContent('전단계');
    expect(valueCard('체지방률')).toHaveTextContent('표준');
    expect(valueCard('맥박')).toHaveTextContent('4월 1일과 같습니다');
  });

  it('say when it was the first time', async () => {
    serve([MAY]);
    open();
    await screen.findByText('마지막 측정 5월 2일');
    expect(valueCard('몸무게')).toHaveTextContent('첫 측정입니다');
  });

  it('say when one was not measured the last time', async () => {
    serve([measurement({ ...MAY, pulse: null }), APRIL]);
    open();
    await screen.findByText('마지막 측정 5월 2일');
    expect(valueCard('맥박')).toHaveTextContent('4월 1일 측정');
    expect(valueCard('몸무게')).not.toHaveTextContent('5월 2일 측정');
  });
});

describe('the changes over time', () => {
  const table = (name: string) => screen.findByRole('table', { name: `${name} 측정값` });

  it('are of the last year, each indicator with a chart and a table', async () => {
    serve([MAY, APRIL, OLD]);
    open();
    expect(await screen.findAllByTestId('drawing')).toHaveLength(5);
    const rows = within(await table('혈압')).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      '측정일시수축기이완기등급',
      '2026-05-02 10:3012478전단계',
      '2026-04-01 10:3012878가정 측정',
    ]);
    expect(server.requestsOf('ListOwnPhysicalMeasurements').at(-1)?.query).toMatchObject({
      startMeasuredAt: '2025-06-15',
    });
  });

  it('say of each pressure how it was taken, where that is known of any', async () => {
    const standing = { ...MAY, posture: 'STANDING', arm: 'LEFT', readingNumber: 2 } as const;
    serve([standing, { ...APRIL, posture: 'SITTING' }]);
    open();
    const rows = within(await table('혈압')).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      '측정일시수축기이완기등급자세측정 팔측정 회차',
      '2026-05-02 10:3012478전단계선 자세왼팔2',
      '2026-04-01 10:3012878가정 측정앉은 자세––',
    ]);
    const weight = within(await table('몸무게')).getAllByRole('row')[0];
    expect(weight).toHaveTextContent('측정일시몸무게');
    const pressure = screen
      .getAllByTestId('drawing')
      .map((one) => JSON.parse(one.textContent) as TimeChart)
      .find(({ series }) => series.length === 2);
    expect(pressure?.series[0]?.points.map(({ taken }) => taken)).toEqual([
      ['앉은 자세'],
      ['선 자세', '왼팔', '2회차'],
    ]);
    expect(pressure?.series[1]?.points.map(({ taken }) => taken)).toEqual([undefined, undefined]);
  });

  it('are drawn from the oldest to the newest, with the bands of the grades', async () => {
    serve([MAY, APRIL]);
    open();
    const drawings = await screen.findAllByTestId('drawing');
    const [weight, bmi, pressure] = drawings.map((one) => JSON.parse(one.textContent) as TimeChart);
    expect(weight?.series[0]?.points.map(({ value }) => value)).toEqual([65.2, 66.4]);
    expect(bmi?.bands?.map(({ label }) => label)).toContain('비만1단계');
    expect(pressure?.series.map(({ name }) => name)).toEqual(['수축기', '이완기']);
    expect(pressure?.thresholds?.map(({ value }) => value)).toEqual([120, 140, 80, 90]);
    expect(pressure?.days).toEqual({ first: '2025-06-15', last: '2026-06-15' });
  });

  it('are those of the period that the reader chooses, which stands in the address', async () => {
    serve([MAY, APRIL, OLD]);
    const { router } = open();
    await userEvent.click(await screen.findByRole('radio', { name: '전체' }));
    expect(router.state.location.search).toBe('?period=all');
    await waitFor(async () => {
      expect(within(await table('몸무게')).getAllByRole('row')).toHaveLength(4);
    });
    await userEvent.click(screen.getByRole('radio', { name: '1년' }));
    expect(router.state.location.search).toBe('');
  });

  it('say when the period has none, and lead to all of them', async () => {
    serve([OLD]);
    const { router } = open('?period=3m');
    expect(await screen.findByText('이 기간에는 측정 결과가 없습니다')).toBeVisible();
    expect(valueCard('몸무게')).toHaveTextContent('71.0');
    await userEvent.click(screen.getByRole('button', { name: '전체 기간 보기' }));
    expect(router.state.location.search).toBe('?period=all');
    expect(await table('몸무게')).toBeInTheDocument();
  });

  it('are fetched in as many pages as there are', async () => {
    const many = Array.from({ length: 230 }, (_, index) =>
      measurement({
        physicalMeasurementId: index,
        measuredAt: new Date(Date.UTC(2026, 5, 1) - index * 3_600_000).toISOString(),
      }),
    );
    serve(many);
    open();
    const [weight] = await screen.findAllByTestId('drawing', {}, { timeout: 10_000 });
    const chart = JSON.parse(weight?.textContent ?? '') as TimeChart;
    expect(chart.series[0]?.points).toHaveLength(230);
  }, 20_000);

  it('leave out an indicator that was never measured', async () => {
    serve([measurement({ bodyFatPercent: null, bodyFatGrade: null })]);
    open();
    await table('몸무게');
    expect(screen.queryByRole('heading', { name: /체지방률/ })).not.toBeInTheDocument();
  });
});

describe('a member without measurements', () => {
  it('is told so', async () => {
    serve([]);
    open();
    expect(await screen.findByText('아직 측정 결과가 없습니다')).toBeVisible();
    expect(await screen.findByText(/측정하면 결과와 변화를/)).toBeVisible();
  });

  it('is told that the account is linked to no company, where that is the reason', async () => {
    serve([], []);
    open();
    expect(await screen.findByText(/아직 업체 회원으로 연결되지 않았습니다/)).toBeVisible();
    expect(screen.getByRole('link', { name: '내 정보 보기' })).toHaveAttribute('href', '/users/me');
  });

  it('is not told so when the server only failed', async () => {
    serve([]);
    server.refuse('ListOwnPhysicalMeasurements', refusal(10099, 500));
    open();
    expect(await screen.findByRole('button', { name: '다시 시도' })).toBeVisible();
    expect(screen.queryByText('아직 측정 결과가 없습니다')).not.toBeInTheDocument();
  });
});
