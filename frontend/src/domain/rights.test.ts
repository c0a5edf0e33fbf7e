import { afterEach, expect, test, vi } from 'vitest';
import { fetchWatched, watchRights } from './rights';

const network = globalThis.fetch;

afterEach(() => {
  vi.stubGlobal('fetch', network);
});

/** Responses of a server, each with one of these markers. */
async function answered(...marks: (string | undefined)[]): Promise<number> {
  const onChange = vi.fn();
  watchRights(onChange);
  for (const mark of marks) {
    const headers: Record<string, string> = mark === undefined ? {} : { 'x-rights': mark };
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { headers })));
    await fetchWatched(new Request('https://example.com/'));
  }
  return onChange.mock.calls.length;
}

test('other rights than before are told, once', async () => {
  expect(await answered('a', 'a', 'b', 'b')).toBe(1);
});

test('the first rights are no news, and an answer to everybody says nothing of them', async () => {
  expect(await answered(undefined, 'a', undefined, 'a')).toBe(0);
});
