import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal } from '~/kernel/testing/fake-server';
import { retryFailed } from './retry-failed';

let stop: () => void;

/** A query that fails as given, and then succeeds. */
function watch(...failures: Error[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stop = retryFailed(client);
  const queryFn = vi.fn(() => {
    const failure = failures.shift();
    return failure === undefined ? Promise.resolve('read') : Promise.reject(failure);
  });
  const observer = new QueryObserver(client, {
    queryKey: ['watched'],
    queryFn,
    networkMode: 'always',
  });
  const leave = observer.subscribe(() => undefined);
  return { asked: () => queryFn.mock.calls.length, observer, leave };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('what could not be read', () => {
  it('is read again when the server has said that it may be asked', async () => {
    const { asked, observer } = watch(Object.assign(refusal(10011, 429), { retryAfter: 30 }));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(1100);
    expect(observer.getCurrentResult().data).toBe('read');
  });

  it('is read again after pauses that grow', async () => {
    const { asked } = watch(refusal(10099, 500), refusal(10099, 500));
    await vi.advanceTimersByTimeAsync(5100);
    expect(asked()).toBe(2);
    await vi.advanceTimersByTimeAsync(9000);
    expect(asked()).toBe(2);
    await vi.advanceTimersByTimeAsync(1100);
    expect(asked()).toBe(3);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked()).toBe(3);
  });

  it('is read again as soon as the network is back', async () => {
    const { observer } = watch(refusal(0, 0));
    await vi.advanceTimersByTimeAsync(10);
    expect(observer.getCurrentResult().isError).toBe(true);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(10);
    expect(observer.getCurrentResult().data).toBe('read');
  });

  it('is not asked for while the server cannot be reached', async () => {
    const fetched = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('unreachable'));
    const { asked } = watch(refusal(0, 0));
    await vi.advanceTimersByTimeAsync(5100);
    expect(fetched).toHaveBeenCalled();
    expect(asked()).toBe(1);
    fetched.mockResolvedValue(new Response());
    await vi.advanceTimersByTimeAsync(10_100);
    expect(asked()).toBe(2);
  });

  it('is left alone where it was refused, or is no longer shown', async () => {
    const refused = watch(refusal(10003, 403));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(refused.asked()).toBe(1);
    stop();
    const left = watch(refusal(10099, 500));
    await vi.advanceTimersByTimeAsync(10);
    left.leave();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(left.asked()).toBe(1);
  });
});
