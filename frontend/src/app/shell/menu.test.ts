import { describe, expect, it } from 'vitest';
import { menuItem } from '~/kernel/testing/menu';
import { SystemIcon, TermsIcon } from '~/ui/icons';
import { SCREENS } from '../screens';
import { iconOf, isUnder, menuPages } from './menu';

describe('the menu', () => {
  it('matches addresses on segment boundaries', () => {
    expect(isUnder('/history/hr', '/history/h')).toBe(false);
    expect(isUnder('/history/hr', '/history')).toBe(true);
    expect(isUnder('/history', '/history')).toBe(true);
  });

  it('shows a screen by its own picture, and what the console does not know by its section’s', () => {
    expect(iconOf('/system_management/terms_management')).toBe(TermsIcon);
    expect(iconOf('/system_management/something_else')).toBe(SystemIcon);
    expect(iconOf('/system_management')).toBe(SystemIcon);
  });

  it('leads to the pages of every level, each with what stands above it', () => {
    const items = [
      menuItem('/a', 'A', [menuItem('/b', 'B', [menuItem('/c', 'C')])]),
      menuItem('/d', 'D'),
    ];
    const found = menuPages(items).map(({ item, above }) => [
      item.fullUrl,
      above.map(({ name }) => name),
    ]);
    expect(found).toEqual([
      ['/a/b/c', ['A', 'B']],
      ['/d', []],
    ]);
  });
});

describe('the screens', () => {
  it('have an address each', () => {
    expect(new Set(SCREENS.map(({ path }) => path)).size).toBe(SCREENS.length);
  });
});
