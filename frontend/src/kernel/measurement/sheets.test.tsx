import { screen } from '@testing-library/react';
import { use } from 'react';
import { expect, it } from 'vitest';
import { renderWithin } from '~/kernel/testing/render-within';
import { KnownTrend } from './known-trend';
import { Sheets } from './sheets';

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
