// The server that a developer has chosen for the console. It is read when the console starts.
import { deviceStorage } from '~/kernel/storage/device-storage';
import { pageAddress } from '~/kernel/url/page-address';

const STORAGE_KEY = 'api_url';

/** Returns the chosen address, or an empty string for the console's own server. */
export function chosenApiAddress(): string {
  return deviceStorage.getItem(STORAGE_KEY) ?? '';
}

/** Normalises an entered address. Returns undefined if it is not an absolute http address. */
export function apiAddressOf(entered: string): string | undefined {
  const address = entered.trim();
  // The URL parser also accepts "https:host" and the like, which are typing errors.
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { origin, pathname, search, hash, username, password } = new URL(address);
  // Call paths are appended to it, and browsers reject URLs with credentials.
  if (search + hash + username + password !== '') return undefined;
  return origin + pathname.replace(/\/+$/, '');
}

/**
 * Returns the origin of an address if the page's content security policy blocks calls to it,
 * otherwise null.
 */
export function blockedOrigin(
  address: string,
  trustedOrigins: readonly string[] | null,
): string | null {
  if (trustedOrigins === null) return null;
  const { origin } = new URL(address);
  return origin === pageAddress().origin || trustedOrigins.includes(origin) ? null : origin;
}

export function chooseApiAddress(address: string): void {
  deviceStorage.setItem(STORAGE_KEY, address);
}

export function forgetApiAddress(): void {
  deviceStorage.removeItem(STORAGE_KEY);
}
