// When a part's code cannot be fetched: how that is recognised, whether the server is there at all, and how often
// the page may reload itself.
export const RELOAD_DELAY = 1000;
const PATIENCE = 5000;
const GUARD = 5 * 60_000;
const STORAGE_KEY = 'uno-reloaded-at';

// Browsers agree on no error class for this, only on roughly these words.
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
 * Whether reloading would lead anywhere. Code that a new release has taken away needs a reload; without a way to
 * the server a reload would put the browser's own error page in the place of the console.
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
  const last = Number(sessionStorage.getItem(STORAGE_KEY) ?? 0);
  return now - last > GUARD;
}

export function noteReload(now: number): void {
  sessionStorage.setItem(STORAGE_KEY, String(now));
}
