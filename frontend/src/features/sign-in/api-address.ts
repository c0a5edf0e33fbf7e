// A developer's choice of the server that the console calls; it is asked for when the console starts.
import { pageAddress } from '~/kernel/url/page-address';

const STORAGE_KEY = 'api_url';

/** The chosen address; empty where the console calls the server that it came from. */
export function chosenApiAddress(): string {
  return localStorage.getItem(STORAGE_KEY) ?? '';
}

/** What is entered as the core needs it; undefined for what is no absolute http address. */
export function apiAddressOf(entered: string): string | undefined {
  const address = entered.trim();
  // The parser would also take "https:host" and the like; whoever writes that has mistyped.
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { origin, pathname, search, hash, username, password } = new URL(address);
  // Paths of calls are put behind it, and a browser sends no names with them.
  if (search + hash + username + password !== '') return undefined;
  return origin + pathname.replace(/\/+$/, '');
}

/** The origin of an address that the page's security policy will not let the console call; null for every other. */
export function blockedOrigin(
  address: string,
  trustedOrigins: readonly string[] | null,
): string | null {
  if (trustedOrigins === null) return null;
  const { origin } = new URL(address);
  return origin === pageAddress().origin || trustedOrigins.includes(origin) ? null : origin;
}

export function chooseApiAddress(address: string): void {
  localStorage.setItem(STORAGE_KEY, address);
}

export function forgetApiAddress(): void {
  localStorage.removeItem(STORAGE_KEY);
}
