import { describe, expect, it } from 'vitest';
import { parseSettings } from '~/domain/settings';
import { hideNoticeOn, isNoticeDue } from './notice';

describe('the notice', () => {
  it.each([
    ['2025-07-01', true],
    ['2025-07-18', true],
    ['2025-07-19', false],
    ['2026-01-01', false],
  ])('by default is due on %s: %s', (today, due) => {
    expect(isNoticeDue(today, parseSettings('').noticeUntil)).toBe(due);
  });

  it('is due for as long as the server’s operator has set', () => {
    const { noticeUntil } = parseSettings('{"noticeUntil":"2026-12-31"}');
    expect(isNoticeDue('2026-12-31', noticeUntil)).toBe(true);
    expect(isNoticeDue('2027-01-01', noticeUntil)).toBe(false);
  });

  it('stays away for the day it was hidden on, and no longer', () => {
    hideNoticeOn('2025-07-01');
    expect(localStorage.getItem('hideCmsPopupUntil')).toBe('2025-07-01');
    expect(isNoticeDue('2025-07-01', '2025-07-18')).toBe(false);
    expect(isNoticeDue('2025-07-02', '2025-07-18')).toBe(true);
  });
});
