// Detects the app store of a device.
import type { Settings } from '~/domain/settings';

export type Platform = 'ANDROID' | 'IOS' | 'UNKNOWN';

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

export function platformOf({ userAgent, maxTouchPoints }: Device): Platform {
  if (/android/i.test(userAgent)) return 'ANDROID';
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'IOS';
  // An iPad identifies as a Mac, but no Mac has multi-touch.
  if (/macintosh/i.test(userAgent) && maxTouchPoints > 1) return 'IOS';
  return 'UNKNOWN';
}

/** Returns the store address of a platform, or null if there is none yet. */
export function storeAddress(
  platform: Platform,
  { androidAppUrl, iosAppUrl }: Pick<Settings, 'androidAppUrl' | 'iosAppUrl'>,
): string | null {
  if (platform === 'ANDROID') return androidAppUrl;
  return platform === 'IOS' ? iosAppUrl : null;
}
