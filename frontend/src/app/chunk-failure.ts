// When a page's code cannot be fetched: how that is recognised, and how often the page may reload itself.
export const RELOAD_DELAY = 1000;
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

export function mayReload(now: number): boolean {
  const last = Number(sessionStorage.getItem(STORAGE_KEY) ?? 0);
  return now - last > GUARD;
}

export function noteReload(now: number): void {
  sessionStorage.setItem(STORAGE_KEY, String(now));
}
