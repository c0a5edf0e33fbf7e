import { describe, expect, it } from 'vitest';
import { placeBetween } from '~/kernel/tree/moved-place';
import { canMoveTo, moveTo } from './managed-menu';
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

describe('a place', () => {
  const deep = [
    ...ITEMS,
    entry(5, 4, 1000, '/e', { fullUrl: '/d/e' }),
    entry(6, 5, 1000, '/f', { fullUrl: '/d/e/f' }),
    entry(7, 6, 1000, '/g', { fullUrl: '/d/e/f/g' }),
    entry(8, null, 9000, '/h', { fullUrl: '/h', givenName: '하' }),
  ];

  it.each([
    ['a screen of the product below another entry', 2, { key: 4, how: 'on' }, false],
    ['a screen of the product beside its neighbour', 2, { key: 3, how: 'after' }, true],
    ['a screen of the product outside, with its whole address', 2, { key: 4, how: 'after' }, true],
    ['what a screen of the product stands below', 1, { key: 4, how: 'on' }, false],
    ['another entry below one', 3, { key: 4, how: 'on' }, true],
    ['another entry below a screen of the product', 3, { key: 8, how: 'on' }, true],
    ['an entry on the fourth level', 3, { key: 6, how: 'on' }, true],
    ['an entry on a fifth level', 3, { key: 7, how: 'on' }, false],
    ['a branch that reaches a fifth level', 5, { key: 3, how: 'on' }, false],
    ['a branch of four levels below anything', 4, { key: 1, how: 'on' }, false],
    ['an entry below itself', 4, { key: 6, how: 'after' }, false],
  ] as const)('for %s', (_, id, target, isPossible) => {
    expect(canMoveTo(deep, id, target)).toBe(isPossible);
  });
});
