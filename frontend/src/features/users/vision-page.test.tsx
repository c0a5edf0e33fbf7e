import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { TimeChart } from '~/kernel/chart/time-chart';
import { FakeServer, pageOf } from '~/kernel/testing/fake-server';
import { renderRoutes } from '~/kernel/testing/render-routes';
import type { OwnVision } from './own-vision';
import { ownVision } from './testing/member';
import { Component as VisionPage } from './vision-page';

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

function open(history: OwnVision[]): void {
  server = new FakeServer({
    ListOwnVisionMeasurements: ({ query = {} }) => {
      const from = (query.startMeasuredAt ?? '') as string;
      const [page, size] = [query.page as number, query.pageSize as number];
      const found = history.filter(({ measuredAt }) => measuredAt >= from);
      return pageOf(found.slice(page * size, (page + 1) * size), found.length);
    },
  });
  renderRoutes(
    [{ path: '/users/measurements/vision', Component: VisionPage }],
    '/users/measurements/vision',
  );
}

const LATEST = ownVision({
  rightPresenting: 0.8,
  rightUncorrected: 0.2,
  rightSphere: -2.25,
  rightCylinder: -0.5,
  leftPresenting: 'LP',
  visionGrade: 'NONE',
});
const OLD = ownVision({
  visionMeasurementId: 1,
  measuredAt: '2024-03-01T01:30:00Z',
  rightPresenting: 0.9,
});

/** Removes invisible characters that keep numbers together. */
const withoutMarks = (text: string) =>
  text.replace(/[\u2066-\u2069\u200e\u200f]/g, '').replaceAll('\u00a0', ' ');

describe('a member’s own vision', () => {
  it('is told for each eye in words that need no training', async () => {
    open([LATEST]);
    const cards = await screen.findAllByRole('listitem');
    expect(cards.map((card) => withoutMarks(card.textContent))).toEqual([
      '오른쪽 눈0.8평소 상태로안경·렌즈 없이 0.2',
      '왼쪽 눈빛만 느낌평소 상태로',
      '등급장애 없음',
      '눈의 도수오른쪽 눈 -2.25 D · 난시 -0.50 D',
    ]);
    expect(screen.getByText(/진단이 아닙니다/)).toBeVisible();
  });

  it('is what was seen from afar, however newer what was seen near by or measured without any acuity', async () => {
    open([
      ownVision({ visionMeasurementId: 5, measuredAt: '2026-06-03T01:30:00Z', leftPressure: 17 }),
      ownVision({
        visionMeasurementId: 4,
        measuredAt: '2026-06-02T01:30:00Z',
        range: 'NEAR',
        bothUncorrected: 0.4,
      }),
      ownVision({ visionMeasurementId: 3, measuredAt: '2026-06-01T01:30:00Z', leftSphere: -1 }),
      LATEST,
    ]);
    const cards = await screen.findAllByRole('listitem');
    expect(cards.map((card) => withoutMarks(card.textContent))).toEqual([
      '오른쪽 눈0.8평소 상태로안경·렌즈 없이 0.25월 2일 측정',
      '왼쪽 눈빛만 느낌평소 상태로5월 2일 측정',
      '등급장애 없음',
      '근거리두 눈 0.4 · 안경·렌즈 없이6월 2일 측정',
      '눈의 도수왼쪽 눈 -1.00 D6월 1일 측정',
      '안압왼쪽 눈 17 mmHg',
    ]);
    expect(screen.getByText('마지막 측정 6월 3일')).toBeVisible();
  });

  it('has all pages of a period, and says where there are more than a chart takes', async () => {
    const many = Array.from({ length: 1001 }, (_, index) =>
      ownVision({
        visionMeasurementId: index,
        measuredAt: new Date(Date.UTC(2026, 5, 1) - index * 3_600_000).toISOString(),
        rightPresenting: 0.8,
      }),
    );
    open(many.slice(0, 230));
    const [usual] = await screen.findAllByTestId('drawing', {}, { timeout: 10_000 });
    const { series } = JSON.parse(usual?.textContent ?? '') as TimeChart;
    expect(series[0]?.points).toHaveLength(230);
    expect(screen.queryByText(/오래된 결과는 그래프에/)).not.toBeInTheDocument();
    cleanup();
    open(many);
    expect(
      await screen.findByText(/오래된 결과는 그래프에/, {}, { timeout: 10_000 }),
    ).toBeVisible();
  }, 30_000);

  it('goes over the period that the reader chooses', async () => {
    open([LATEST, OLD]);
    const rows = async () =>
      within(await screen.findByRole('table', { name: '평소 시력 변화 측정값' })).getAllByRole(
        'row',
      );
    expect(await rows()).toHaveLength(2);
    await userEvent.click(screen.getByRole('radio', { name: '전체' }));
    await vi.waitFor(async () => {
      expect(await rows()).toHaveLength(3);
    });
  });

  it('is drawn to the hundredth, as charts of acuity are read', async () => {
    open([
      LATEST,
      ownVision({ ...OLD, measuredAt: '2026-01-05T01:30:00Z', rightPresenting: 0.05 }),
    ]);
    const [usual] = await screen.findAllByTestId('drawing');
    expect((JSON.parse(usual?.textContent ?? '') as TimeChart).decimals).toBe(2);
  });

  it('is drawn to the thousandth where one was read', async () => {
    open([
      LATEST,
      ownVision({ ...OLD, measuredAt: '2026-01-05T01:30:00Z', rightPresenting: 0.125 }),
    ]);
    const [usual] = await screen.findAllByTestId('drawing');
    expect((JSON.parse(usual?.textContent ?? '') as TimeChart).decimals).toBe(3);
  });
});
