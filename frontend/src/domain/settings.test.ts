import { describe, expect, it } from 'vitest';
import { parseSettings, settings } from './settings';

const DEFAULTS = {
  development: import.meta.env.DEV,
  noticeUntil: '2025-07-18',
  translationScript: null,
  translationPages: [],
  trustedOrigins: null,
  androidAppUrl: null,
  iosAppUrl: null,
  addressSearch: false,
};

describe('the settings of the console', () => {
  it('are what the server has written', () => {
    const given = {
      development: false,
      noticeUntil: '2026-12-31',
      translationScript: '/translate.js',
      translationPages: ['/system_management'],
      trustedOrigins: ['https://app.example'],
      androidAppUrl: 'https://play.example/app',
      iosAppUrl: 'https://apps.example/app',
      addressSearch: true,
    };
    expect(parseSettings(JSON.stringify(given))).toEqual(given);
  });

  it.each(['', '__UNO_SETTINGS__', 'null', '[]', '7', '{}'])('are the defaults for %j', (json) => {
    expect(parseSettings(json)).toEqual(DEFAULTS);
  });

  it('keep what is right beside what is wrong', () => {
    const json = JSON.stringify({
      development: 'yes',
      noticeUntil: 'soon',
      translationScript: 7,
      androidAppUrl: 'javascript:alert(1)',
      iosAppUrl: 'https://apps.example/app',
    });
    expect(parseSettings(json)).toEqual({ ...DEFAULTS, iosAppUrl: 'https://apps.example/app' });
  });

  it('are read from the page, and are the defaults where it has none', () => {
    expect(settings()).toEqual(DEFAULTS);
  });
});
