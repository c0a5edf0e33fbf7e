import { ReadableStream as Stream } from 'node:stream/web';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchEvents, listenForAlerts } from './alerts';

const call = vi.hoisted(() => vi.fn<(name: string) => Promise<unknown>>());
vi.mock('./client', () => ({ call }));

afterEach(() => {
  call.mockReset();
});

/** Answers with a stream of these chunks. A stub that sends the request replaces the core. */
function answering(...pieces: string[]): Request {
  return answeringAs('text/event-stream', pieces);
}

function answeringAs(kind: string, pieces: string[]): Request {
  const request = new Request('https://example.com/api/v1/alerts/stream');
  const encoder = new TextEncoder();
  call.mockImplementation(async () => {
    const body = new Stream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(encoder.encode(piece));
        controller.close();
      },
    });
    const answer = await fetchEvents(request, () =>
      Promise.resolve(
        new Response(body as ReadableStream<Uint8Array>, { headers: { 'content-type': kind } }),
      ),
    );
    return answer.json();
  });
  return request;
}

test('each count is told, however the events are cut', async () => {
  const request = answering('data: {"unreadCount":1}\n\n:\n\nda', 'ta: {"unread', 'Count":2}\n\n');
  const told: number[] = [];
  await listenForAlerts((unread) => told.push(unread), new AbortController().signal);
  expect(told).toEqual([1, 2]);
  expect(request.headers.get('accept')).toBe('text/event-stream');
});

test('a page that is answered instead is no stream', async () => {
  answeringAs('text/html', ['<html>']);
  const told = vi.fn();
  await expect(listenForAlerts(told, new AbortController().signal)).rejects.toThrow();
  expect(told).not.toHaveBeenCalled();
});

test('what goes on without an end is no event', async () => {
  answering('data: '.padEnd(20_000, '1'));
  await expect(listenForAlerts(vi.fn(), new AbortController().signal)).rejects.toThrow('no events');
});

test('one that is given up takes nothing from one that is asked for after it', async () => {
  let giveUp: (reason: Error) => void = vi.fn();
  call.mockImplementationOnce(
    () =>
      new Promise((_, reject) => {
        giveUp = reject;
      }),
  );
  const first = listenForAlerts(vi.fn(), new AbortController().signal);
  answering('data: {"unreadCount":4}\n\n');
  const answers = call.getMockImplementation();
  call.mockImplementation(async (name) => {
    await expect(first).rejects.toThrow('given up');
    return answers?.(name);
  });
  const told = vi.fn();
  const second = listenForAlerts(told, new AbortController().signal);
  giveUp(new Error('given up'));
  await second;
  expect(told).toHaveBeenCalledWith(4);
});

test('what is refused is refused', async () => {
  call.mockRejectedValue(new Error('refused'));
  await expect(listenForAlerts(vi.fn(), new AbortController().signal)).rejects.toThrow('refused');
});

test('other requests pass as they are', async () => {
  const other = new Request('https://example.com/api/v1/alerts');
  const answer = Response.json({});
  expect(await fetchEvents(other, () => Promise.resolve(answer))).toBe(answer);
  expect(other.headers.get('accept')).toBeNull();
});
