import { screen, within } from '@testing-library/react';
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
      return pageOf(history.filter(({ measuredAt }) => measuredAt >= from));
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

describe('a member’s own vision', () => {
  it('is told for each eye in words that need no training', async () => {
    open([LATEST]);
    const cards = await screen.findAllByRole('listitem');
    const [right, left] = cards.map((card) => card.textContent);
    expect(right).toMatch(
      /오른쪽 눈0\.8평소 상태로안경·렌즈 없이 0\.2눈의 도수 -2\.25 D · 난시 -0\.50 D/,
    );
    expect(left).toMatch(/왼쪽 눈빛만 느낌/);
    expect(screen.getByText('장애 없음')).toBeVisible();
    expect(screen.getByText(/진단이 아닙니다/)).toBeVisible();
  });

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
});
