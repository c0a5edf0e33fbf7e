import { expect, it } from 'vitest';
import { printAddress, selectionIn } from './printed-kind';

it('reads what its own addresses say', () => {
  const address = printAddress('HEART_RATE', [7, 3]);
  expect(address).toBe('/history/print?kind=HEART_RATE&ids=7,3');
  expect(selectionIn(new URL(address, 'http://localhost').search)).toEqual({
    kind: 'HEART_RATE',
    ids: [7, 3],
  });
});

it('prints stress where no kind is named, and takes each number once and nothing else', () => {
  expect(selectionIn('?ids=3,x,3&ids=-1,0,1.5,4')).toEqual({ kind: 'STRESS', ids: [3, 4] });
});

it('takes a kind in small letters too, as people type addresses', () => {
  expect(selectionIn('?kind=vision&ids=3').kind).toBe('VISION');
});
