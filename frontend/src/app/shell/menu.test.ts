import { describe, expect, it } from 'vitest';
import { iconOf, ICONS, isUnder, type MenuItem, menuPages } from './menu';

describe('the menu', () => {
  it('matches addresses on segment boundaries', () => {
    expect(isUnder('/history/hr', '/history/h')).toBe(false);
    expect(isUnder('/history/hr', '/history')).toBe(true);
    expect(isUnder('/history', '/history')).toBe(true);
  });

  it('has a picture of its own for each section, by the beginning of its address', () => {
    expect(iconOf('/history/report')).toBe(iconOf('/history'));
    expect(new Set(ICONS.map(([, icon]) => icon)).size).toBe(ICONS.length);
  });

  it('leads to the address of the parent followed by the child’s own', () => {
    const item = (
      id: number,
      name: string,
      fullUrl: string,
      parentId: number | null = null,
    ): MenuItem => ({
      id,
      parentId,
      name,
      url: fullUrl.slice(fullUrl.lastIndexOf('/')),
      fullUrl,
      unrestricted: false,
      childrenMenuItems: [],
    });
    const items = [
      { ...item(1, 'A', '/a'), childrenMenuItems: [item(2, 'B', '/a/b', 1)] },
      item(3, 'C', '/c'),
    ];
    expect(menuPages(items).map(({ path, name, group }) => [path, name, group?.name])).toEqual([
      ['/a/b', 'B', 'A'],
      ['/c', 'C', undefined],
    ]);
  });
});
