// Whether this browser keeps the cookies of a session. They are sent over encrypted connections
// only. Without them a sign-in would succeed and leave a session that nobody can use or end.

export type SessionObstacle = 'insecure' | 'noCookies';

/** Returns why a session cannot be kept here. */
export function sessionObstacle(): SessionObstacle | undefined {
  // This computer counts as encrypted, under its own names.
  if (window.location.protocol === 'http:' && !window.isSecureContext) return 'insecure';
  return keepsCookies() ? undefined : 'noCookies';
}

function keepsCookies(): boolean {
  try {
    document.cookie = 'uno_probe=1; path=/; samesite=strict; max-age=60';
    const kept = document.cookie.includes('uno_probe=1');
    document.cookie = 'uno_probe=; path=/; samesite=strict; max-age=0';
    return kept;
  } catch {
    return false;
  }
}
