import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchPresence } from './presence';

const noteActivity = vi.hoisted(() => vi.fn((_at: number) => Promise.resolve()));
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
});
