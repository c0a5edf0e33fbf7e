import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRoutes } from '~/kernel/testing/render-routes';
import Drawing from './drawings';

function draw(...values: (number | null)[]) {
  const series = [{ name: '검사 건수', look: 'first' as const, values }];
  const buckets = values.map((_, place) => `${String(place + 1)}일`);
  const data = { type: 'buckets', kind: 'bars', buckets, series, decimals: 0 } as const;
  renderRoutes([{ path: '/', element: <Drawing data={data} /> }]);
}

it.each([
  ['there was nothing', [0, 0], '이 기간에 집계된 자료가 없습니다'],
  ['nothing is told', [null, null], '표시하지 않음(자료가 없거나 5명 미만)'],
  ['zeros stand next to what is not told', [0, null], '표시하지 않음(자료가 없거나 5명 미만)'],
])('a chart of bars says where %s', async (_, values, said) => {
  draw(...values);
  expect(await screen.findByText(said)).toBeInTheDocument();
  expect(screen.queryByText('1일')).toBeNull();
});

it('a chart of bars is drawn where there was something', async () => {
  draw(0, 3);
  expect(await screen.findByText('1일')).toBeInTheDocument();
});
