import { describe, expect, it } from 'vitest';
import { platformOf, storeAddress } from './platform';

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';

describe('the platform', () => {
  it.each([
    [
      'an Android phone',
      'Mozilla/5.0 (Linux; Android 15; SM-S921N) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
      5,
      'ANDROID',
    ],
    [
      'an iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
      5,
      'IOS',
    ],
    ['an iPad that says so', 'Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X)', 5, 'IOS'],
    ['an iPad that calls itself a Mac', MAC, 5, 'IOS'],
    ['a Mac', MAC, 0, 'UNKNOWN'],
    [
      'a touch screen with Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0',
      10,
      'UNKNOWN',
    ],
    ['a browser that says nothing', '', 0, 'UNKNOWN'],
  ])('of %s is known', (_name, userAgent, maxTouchPoints, platform) => {
    expect(platformOf({ userAgent, maxTouchPoints })).toBe(platform);
  });

  it('leads to its own store, and nowhere where there is none', () => {
    const stores = { androidAppUrl: 'https://play.example/app', iosAppUrl: null };
    expect(storeAddress('ANDROID', stores)).toBe('https://play.example/app');
    expect(storeAddress('IOS', stores)).toBeNull();
    expect(storeAddress('UNKNOWN', stores)).toBeNull();
  });
});
