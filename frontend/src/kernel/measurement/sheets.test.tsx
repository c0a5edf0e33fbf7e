import { act, screen, waitFor } from '@testing-library/react';
import { use } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ChartCard } from '~/kernel/chart/chart-card';
import type { DrawingProps } from '~/kernel/chart/drawing';
import { renderWithin } from '~/kernel/testing/render-within';
import { KnownTrend } from './known-trend';
import { PrintFrame } from './print-frame';
import { Sheets } from './sheets';

/** Draws the charts when the test says so, not earlier. */
const drawings: DrawingProps['onDrawn'][] = [];
vi.mock('~/kernel/chart/drawing', () => ({
  default: ({ onDrawn }: DrawingProps) => {
    drawings.push(onDrawn);
    return <div data-testid="drawing" />;
  },
}));
beforeEach(() => {
  drawings.length = 0;
});

interface Record {
  memberId: number;
  memberName: string;
}

function Probe() {
  const known = use(KnownTrend);
  return <p>{known === null ? 'no trend' : `trend of ${String(known?.length)}`}</p>;
}

function show(records: readonly Record[], trends: readonly Record[]) {
  renderWithin(
    <Sheets title="heartRate.ofMember" records={records} trends={trends}>
      {() => <Probe />}
    </Sheets>,
  );
}

const one = { memberId: 1, memberName: '김하나' };

it('draws the trend of what has come along, each person’s own', () => {
  show([one], [one, { memberId: 2, memberName: '이둘' }, one]);
  expect(screen.getByRole('article')).toHaveTextContent('trend of 2');
});

it('says nothing of a trend where none has come along, as with a link', () => {
  show([one], []);
  expect(screen.getByRole('article')).toHaveTextContent('no trend');
});

it('leaves trends out of the sheets of many, and says so above them', () => {
  show(
    Array.from({ length: 11 }, () => one),
    [one],
  );
  expect(screen.getAllByRole('article')[0]).toHaveTextContent('no trend');
  expect(screen.getByText(/10건을 넘으면/)).toBeInTheDocument();
});

const TREND = {
  title: '심박수',
  columns: ['값'],
  rows: [
    { at: '2026-01-20T01:00:00Z', cells: ['72'] },
    { at: '2026-01-10T01:00:00Z', cells: ['70'] },
  ],
  chart: {
    series: [],
    decimals: 0,
    days: { first: '2026-01-01', last: '2026-02-01' },
    leastSpan: 8,
  },
};

function frame(count: number, hasCharts: boolean) {
  renderWithin(
    <PrintFrame title="측정 결과 인쇄" found={count}>
      <Sheets
        title="heartRate.ofMember"
        records={Array.from({ length: count }, () => one)}
        trends={[]}
      >
        {() => hasCharts && <ChartCard {...TREND} />}
      </Sheets>
    </PrintFrame>,
  );
  return screen.getByRole('button', { name: '인쇄' });
}

it.each([1, 7])(
  'lets %i be printed when all of their charts are drawn, and not before',
  async (count) => {
    const print = frame(count, true);
    await waitFor(() => {
      expect(screen.getAllByTestId('drawing')).toHaveLength(count);
    });
    expect(print).toBeDisabled();
    const [last, ...others] = new Set(drawings);
    expect(others).toHaveLength(count - 1);
    act(() => {
      for (const onDrawn of others) onDrawn();
    });
    expect(print).toBeDisabled();
    act(() => last?.());
    await waitFor(() => {
      expect(print).toBeEnabled();
    });
  },
);

it('lets them be printed at once where they have no charts', async () => {
  const print = frame(1, false);
  await waitFor(() => {
    expect(print).toBeEnabled();
  });
});
