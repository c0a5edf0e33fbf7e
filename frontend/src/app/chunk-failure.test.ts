import { describe, expect, it } from 'vitest';
import { isChunkFailure, mayReload, noteReload } from './chunk-failure';

const MINUTE = 60_000;

describe('a page whose code cannot be fetched', () => {
  it.each([
    'Failed to fetch dynamically imported module: /assets/a.js',
    'error loading dynamically imported module: /assets/a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ])('is recognised by "%s"', (message) => {
    expect(isChunkFailure(new Error(message))).toBe(true);
  });

  it('is not any other error', () => {
    expect(isChunkFailure(new Error('x is not a function'))).toBe(false);
    expect(isChunkFailure('dynamically imported module')).toBe(false);
  });

  it('may be reloaded once in five minutes', () => {
    const now = 1_000_000_000;
    expect(mayReload(now)).toBe(true);
    noteReload(now);
    expect(mayReload(now + 5 * MINUTE)).toBe(false);
    expect(mayReload(now + 5 * MINUTE + 1)).toBe(true);
  });
});
