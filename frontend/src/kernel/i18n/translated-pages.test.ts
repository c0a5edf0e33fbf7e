import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parseSettings, settings } from '~/domain/settings';
import { isTranslated, needsLoading } from './translated-pages';

vi.mock('~/domain/settings', { spy: true });

function set(given: object) {
  vi.mocked(settings).mockReturnValue(parseSettings(JSON.stringify(given)));
}

describe('the translation widget', () => {
  beforeEach(() => {
    set({ translationScript: '/w.js', translationPages: ['/system_management', '/company'] });
  });

  it('runs on the pages that the settings name and on those below them', () => {
    expect(isTranslated('/system_management')).toBe(true);
    expect(isTranslated('/system_management/board_management/3')).toBe(true);
    expect(isTranslated('/company_management/vendor_management')).toBe(false);
    expect(isTranslated('/history/hr')).toBe(false);
    expect(isTranslated('/')).toBe(false);
  });

  it('runs everywhere where the settings say so, and nowhere without a script', () => {
    set({ translationScript: '/w.js', translationPages: ['/'] });
    expect(isTranslated('/history/hr')).toBe(true);
    set({ translationScript: null, translationPages: ['/'] });
    expect(isTranslated('/history/hr')).toBe(false);
  });

  it('has the page loaded anew where it would come or go', () => {
    // The tests run on the page `/`, loaded without the widget.
    expect(needsLoading('/system_management')).toBe(true);
    expect(needsLoading('/history/hr')).toBe(false);
  });
});
