// Failures to load code: how to detect them, whether the server is reachable, and how often the
// page may reload itself (at most once in five minutes).
import { tabStorage } from '~/kernel/storage/device-storage';

export const RELOAD_DELAY = 1000;
const PATIENCE = 5000;
const GUARD = 5 * 60_000;
const STORAGE_KEY = 'uno-reloaded-at';

// Browsers have no common error class for this, only similar messages.
const SIGNS = [
  'dynamically imported module',
  'importing a module script failed',
  'unable to preload css',
];

export function isChunkFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const message = error.message.toLowerCase();
  return SIGNS.some((sign) => message.includes(sign));
}

/**
 * Returns whether the server is reachable and ready, so that a reload helps. Code that a new
 * release has removed requires a reload; if the server is unreachable, a reload would replace the
 * console by the browser's error page.
 */
export async function isServerThere(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const answer = await fetch('/readyz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

export function mayReload(now: number): boolean {
  const last = Number(tabStorage.getItem(STORAGE_KEY) ?? 0);
  return now - last > GUARD;
}

export function noteReload(now: number): void {
  tabStorage.setItem(STORAGE_KEY, String(now));
}
