import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSessionEnding, watchPresence } from './presence';

const noteActivity = vi.hoisted(() => vi.fn((_at: number) => Promise.resolve(Infinity)));
vi.mock('~/domain/session', () => ({ noteActivity }));

const OPENED = Date.parse('2026-11-21T00:00:00Z');
const MINUTE = 60_000;

describe('whether a person is there', () => {
  let stop: () => void;
  const look = vi.fn();
  const told = () => noteActivity.mock.calls.at(-1)?.[0];

  beforeEach(() => {
    vi.useFakeTimers({ now: OPENED });
    noteActivity.mockClear();
    look.mockClear();
    stop = watchPresence(look);
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it('is told by the time at which something was touched last, however late it is told', () => {
    vi.advanceTimersByTime(3 * MINUTE);
    expect(told()).toBe(OPENED);
    for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove']) {
      const at = Date.now();
      document.body.dispatchEvent(new Event(event, { bubbles: true }));
      vi.advanceTimersByTime(20 * MINUTE);
      expect(told()).toBe(at);
    }
  });

  it('counts what a page keeps to itself', () => {
    const field = document.body.appendChild(document.createElement('input'));
    field.addEventListener('keydown', (event) => {
      event.stopPropagation();
    });
    vi.advanceTimersByTime(5 * MINUTE);
    const at = Date.now();
    field.dispatchEvent(new Event('keydown', { bubbles: true }));
    vi.advanceTimersByTime(MINUTE);
    expect(told()).toBe(at);
    field.remove();
  });

  it('goes on being looked at when telling fails, until it is stopped', () => {
    noteActivity.mockImplementationOnce(() => Promise.reject(new Error('offline')));
    vi.advanceTimersByTime(20_000);
    expect(look).toHaveBeenCalledTimes(2);
    stop();
    vi.advanceTimersByTime(MINUTE);
    expect(look).toHaveBeenCalledTimes(2);
  });

  describe('and the end of the session', () => {
    const touch = () => document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
    const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
    const ending = () => renderHook(useSessionEnding).result;

    afterEach(() => {
      noteActivity.mockImplementation(() => Promise.resolve(Infinity));
    });

    it('is told from two minutes before, until something is touched, which is passed on at once', async () => {
      let endsAt = OPENED + 30 * MINUTE;
      noteActivity.mockImplementation(() => Promise.resolve(endsAt));
      const told = ending();
      await pass(28 * MINUTE - 10_000);
      expect(told.current).toBeUndefined();
      await pass(10_000);
      expect(told.current).toEqual({ endsAt, used: false });
      endsAt = OPENED + 58 * MINUTE;
      touch();
      await pass(0);
      expect(told.current).toBeUndefined();
    });

    it('is told to be final where the session is used', async () => {
      const endsAt = OPENED + 30 * MINUTE;
      noteActivity.mockImplementation(() => Promise.resolve(endsAt));
      const told = ending();
      await pass(29 * MINUTE - 5000);
      touch();
      await pass(5000);
      expect(told.current).toEqual({ endsAt, used: true });
    });

    it('is told no more when it has come or nobody looks', async () => {
      noteActivity.mockImplementation(() => Promise.resolve(OPENED + 3 * MINUTE));
      const told = ending();
      await pass(2 * MINUTE);
      expect(told.current).toBeDefined();
      await pass(MINUTE);
      expect(told.current).toBeUndefined();
      noteActivity.mockImplementation(() => Promise.resolve(Date.now() + MINUTE));
      await pass(10_000);
      expect(told.current).toBeDefined();
      act(stop);
      expect(told.current).toBeUndefined();
    });
  });
});
