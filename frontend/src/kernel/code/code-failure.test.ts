import { afterEach, describe, expect, it, vi } from 'vitest';
import { isChunkFailure, isServerThere, mayReload, noteReload } from './code-failure';

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

describe('the server', () => {
  const answers = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer));
  const { fetch } = globalThis;
  afterEach(() => {
    vi.stubGlobal('fetch', fetch);
  });

  it('is there when it says that it is ready', async () => {
    answers(() => Promise.resolve(new Response('')));
    expect(await isServerThere()).toBe(true);
  });

  it('is not there when something before it answers, nothing does, or there is no network', async () => {
    answers(() => Promise.resolve(new Response('', { status: 502 })));
    expect(await isServerThere()).toBe(false);
    answers(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await isServerThere()).toBe(false);
    answers(() => Promise.resolve(new Response('')));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await isServerThere()).toBe(false);
  });
});
