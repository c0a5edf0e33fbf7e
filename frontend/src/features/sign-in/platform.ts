// Which store a device takes its apps from.
import type { Settings } from '~/domain/settings';

export type Platform = 'ANDROID' | 'IOS' | 'UNKNOWN';

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

export function platformOf({ userAgent, maxTouchPoints }: Device): Platform {
  if (/android/i.test(userAgent)) return 'ANDROID';
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'IOS';
  // An iPad calls itself a Mac, but no Mac is touched with several fingers.
  if (/macintosh/i.test(userAgent) && maxTouchPoints > 1) return 'IOS';
  return 'UNKNOWN';
}

/** Where the app is found for a platform; null where there is no such place yet. */
export function storeAddress(
  platform: Platform,
  { androidAppUrl, iosAppUrl }: Pick<Settings, 'androidAppUrl' | 'iosAppUrl'>,
): string | null {
  if (platform === 'ANDROID') return androidAppUrl;
  return platform === 'IOS' ? iosAppUrl : null;
}
