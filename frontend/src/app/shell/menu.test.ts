import { describe, expect, it } from 'vitest';
import { iconOf, isUnder, menuPages } from './menu';

describe('the menu', () => {
  it('matches addresses on segment boundaries', () => {
    expect(isUnder('/history/hr', '/history/h')).toBe(false);
    expect(isUnder('/history/hr', '/history')).toBe(true);
    expect(isUnder('/history', '/history')).toBe(true);
  });

  it('has a picture for each section, by the beginning of its address', () => {
    expect(iconOf('/users/measurements/stress')).not.toBe(iconOf('/users/me'));
    expect(iconOf('/history/report')).toBe(iconOf('/history'));
  });

  it('leads to the address of the parent followed by the child’s own', () => {
    const items = [
      {
        id: 1,
        name: 'A',
        url: '/a',
        childrenMenuItems: [{ id: 2, name: 'B', url: '/b', childrenMenuItems: [] }],
      },
      { id: 3, name: 'C', url: '/c', childrenMenuItems: [] },
    ];
    expect(menuPages(items).map(({ path, name, group }) => [path, name, group?.name])).toEqual([
      ['/a/b', 'B', 'A'],
      ['/c', 'C', undefined],
    ]);
  });
});
