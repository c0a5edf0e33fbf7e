import { describe, expect, it } from 'vitest';
import { placeBetween } from '~/kernel/tree/moved-place';
import { moveTo } from './managed-menu';
import { entry } from './testing';

const ITEMS = [
  entry(1, null, 1000, '/a'),
  entry(2, 1, 1000, '/b', { fullUrl: '/a/b', givenName: '나' }),
  entry(3, 1, 2000, '/c', { fullUrl: '/a/c' }),
  entry(4, null, 5000, '/d'),
];

describe('an entry that is moved', () => {
  it('comes between its new neighbours, with the version that was read', () => {
    expect(moveTo(ITEMS, 4, { key: 3, how: 'before' })).toEqual({
      parentId: 1,
      position: 1500,
      url: '/d',
      version: 2,
    });
    expect(moveTo(ITEMS, 2, { key: 3, how: 'after' })).toMatchObject({ parentId: 1 });
  });

  it('comes to the end of the entry that it is dropped on', () => {
    const moved = moveTo(ITEMS, 4, { key: 1, how: 'on' });
    expect(moved?.parentId).toBe(1);
    expect(moved?.position).toBeGreaterThan(2000);
  });

  it('keeps its whole address where it came with the product', () => {
    expect(moveTo(ITEMS, 2, { key: 4, how: 'after' })).toMatchObject({
      parentId: null,
      url: '/a/b',
    });
    expect(moveTo(ITEMS, 3, { key: 4, how: 'after' })).toMatchObject({ parentId: null, url: '/c' });
  });

  it('finds a place also where no number is left between', () => {
    expect(placeBetween(7, 8)).toBe(7);
    expect(placeBetween(undefined, 8)).toBe(4);
    expect(placeBetween(undefined, undefined)).toBeGreaterThan(0);
  });
});
