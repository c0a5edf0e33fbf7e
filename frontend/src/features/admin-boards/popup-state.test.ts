import { describe, expect, it } from 'vitest';
import { popupState } from './popup-state';

const popup = (popupFrom: string | null, popupTo: string | null, isPopup = true) => ({
  isPopup,
  popupFrom,
  popupTo,
});

describe('the state of a popup', () => {
  it.each([
    ['2026-11-20', 'upcoming'],
    ['2026-11-21', 'active'],
    ['2026-11-22', 'active'],
    ['2026-12-01', 'active'],
    ['2026-12-02', 'ended'],
  ])('on %s is %s, first and last day included', (day, state) => {
    expect(popupState(popup('2026-11-21', '2026-12-01'), day)).toBe(state);
  });

  it('is none where there is no popup, whatever days are left over', () => {
    expect(popupState(popup('2026-11-21', '2026-12-01', false), '2026-11-21')).toBe('none');
    expect(popupState(popup(null, null), '2026-11-21')).toBe('none');
  });
});
