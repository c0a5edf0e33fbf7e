import { describe, expect, it } from 'vitest';
import { changesOf, rowsOf, shareOf, toggled, type Allowed, type Item } from './matrix-model';

const ALL = { read: true, create: true, update: true, delete: true };
const NONE = { read: false, create: false, update: false, delete: false };

function item(menuItemId: number, parentId: number | null, fullUrl: string, parts = {}): Item {
  return {
    menuItemId,
    parentId,
    name: fullUrl,
    isNameGiven: true,
    fullUrl,
    unrestricted: false,
    isHidden: false,
    isForMembers: false,
    grant: ALL,
    ...parts,
  };
}

const ITEMS = [
  item(1, null, '/a'),
  item(2, 1, '/a/b'),
  item(3, 1, '/a/c', { grant: { ...NONE, read: true } }),
  item(4, null, '/users/me', { isForMembers: true }),
];
const [B, C] = [ITEMS[1], ITEMS[2]] as [Item, Item];
const allowed = (menuItemId: number, parts = {}): Allowed => ({ menuItemId, ...NONE, ...parts });

describe('the rows of a matrix', () => {
  it('are the pages that the accounts can have, under the entries above them', () => {
    const shown = (isForMembers: boolean) =>
      rowsOf(ITEMS, isForMembers).map(({ item, depth, pages }) => [
        item.fullUrl,
        depth,
        pages.map((page) => page.menuItemId),
      ]);
    expect(shown(false)).toEqual([
      ['/a', 0, [2, 3]],
      ['/a/b', 1, [2]],
      ['/a/c', 1, [3]],
    ]);
    expect(shown(true)).toEqual([['/users/me', 0, [4]]]);
  });

  it('leave out an entry without an address that holds nothing', () => {
    expect(rowsOf([item(1, null, '/a'), item(2, 1, '/a')], false)).toEqual([]);
  });
});

describe('a box', () => {
  it('brings seeing with everything else, and takes everything along with seeing', () => {
    const created = toggled([], [B], ['create']);
    expect(created).toEqual([allowed(2, { read: true, create: true })]);
    expect(toggled(created, [B], ['read'])).toEqual([]);
    expect(toggled(created, [B], ['create'])).toEqual([allowed(2, { read: true })]);
  });

  it('is half checked where some of what it stands for is allowed', () => {
    const some = [allowed(2, { read: true })];
    expect(shareOf(some, [B, C], ['read'])).toBe('some');
    expect(shareOf([], [B, C], ['read'])).toBe('none');
    expect(shareOf(toggled(some, [B, C], ['read']), [B, C], ['read'])).toBe('all');
  });

  it('gives nothing that its reader does not hold', () => {
    expect(toggled([], [B, C], ['delete'])).toEqual([allowed(2, { read: true, delete: true })]);
    expect(toggled([], [C], ['delete'])).toEqual([]);
  });
});

it('tells of each entry what is gained and lost', () => {
  const before = [allowed(2, { read: true, create: true }), allowed(3, { read: true })];
  const after = [allowed(2, { read: true, update: true }), allowed(3, { read: true })];
  expect(changesOf(before, after)).toEqual([
    { menuItemId: 2, gained: ['update'], lost: ['create'] },
  ]);
});
