import * as core from '@uno/core';
import { beforeEach, expect, it, vi } from 'vitest';
import { accessOf } from './access';

vi.mock('@uno/core', () => ({
  accessOf: vi.fn((path: string, items: unknown[]) => ({
    read: items.length > 0,
    create: false,
    update: false,
    delete: path === '/a',
  })),
}));

const ITEMS = [{}] as unknown as Parameters<typeof accessOf>[1];

beforeEach(() => {
  vi.mocked(core.accessOf).mockClear();
});

it('is asked of the core once for a screen, as long as the items are the same', () => {
  expect(accessOf('/a', ITEMS, 'DEALER').delete).toBe(true);
  expect(accessOf('/a', ITEMS, 'DEALER').delete).toBe(true);
  expect(core.accessOf).toHaveBeenCalledOnce();
});

it('is asked anew for another screen, another kind of account and other items', () => {
  accessOf('/b', ITEMS, 'DEALER');
  accessOf('/b', ITEMS, 'ADMIN');
  expect(accessOf('/c', ITEMS, 'ADMIN').delete).toBe(false);
  expect(accessOf('/b', [], 'DEALER').read).toBe(false);
  expect(core.accessOf).toHaveBeenCalledTimes(4);
});
