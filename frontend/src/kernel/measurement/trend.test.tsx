import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderWithin } from '~/kernel/testing/render-within';
import { AsOf, useLastDay } from './as-of';
import { KnownTrend } from './known-trend';
import { Trend } from './trend';

const asked = vi.fn(() => Promise.resolve({ data: ['of today'] }));

function Shown({ known }: { known?: readonly object[] }) {
  return (
    <KnownTrend value={known}>
      <Trend queryKey={['trend', 1]} ask={asked}>
        {(measured) => <p>{measured.map((one) => JSON.stringify(one)).join()}</p>}
      </Trend>
    </KnownTrend>
  );
}

it('draws what has come along, and not what else is known of the same person', async () => {
  renderWithin(
    <>
      <Shown />
      <Shown known={[{ of: 'March' }]} />
      <Shown known={[{ of: 'May' }]} />
    </>,
  );
  expect(screen.getByText('{"of":"March"}')).toBeInTheDocument();
  expect(screen.getByText('{"of":"May"}')).toBeInTheDocument();
  expect(await screen.findByText('"of today"')).toBeInTheDocument();
  expect(asked).toHaveBeenCalledTimes(1);
});

function LastDay() {
  return <p>{useLastDay()}</p>;
}

it('ends with the day that is shown', () => {
  renderWithin(
    <AsOf value="2026-03-02T23:30:00Z">
      <LastDay />
    </AsOf>,
  );
  expect(screen.getByText('2026-03-03')).toBeInTheDocument();
});
