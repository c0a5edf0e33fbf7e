// Signing in and out, and the current session, which the shared core stores in cookies.
import * as core from '@uno/core';
import { isCoreThere, startCore, whenCoreStarts } from './core';

export { signOut } from '@uno/core';

/** How long the server may take to say whether a session goes on. */
const PATIENCE = 5000;

/**
 * Returns whether there may be a session. Without the cookie of the refresh token nobody is signed
 * in, and nothing needs to wait for the core.
 */
export function mayBeSignedIn(): boolean {
  return document.cookie.includes('uno_refresh_token=');
}

/**
 * Returns whether the session has ended by this device's clock alone. The clock may have been set,
 * so the server is asked.
 */
export function isOverdue(): boolean {
  return mayBeSignedIn() && authority() === 'ANONYMOUS';
}

/** Asks the server whether an overdue session goes on; it is renewed or removed accordingly. */
export async function askServer(): Promise<void> {
  await startCore();
  await core.call('GetAccount', {}, AbortSignal.timeout(PATIENCE)).catch(() => undefined);
}

/** Before the core is ready, only the login page calls this. */
export function authority(): string {
  return isCoreThere() ? core.authority() : 'ANONYMOUS';
}

/**
 * Signs in. If the account has a second factor and no code is given, the server asks for one;
 * likewise for the reactivation of a dormant account.
 */
export async function signIn(
  loginId: string,
  password: string,
  oneTimeCode?: string,
  wakeUp?: boolean,
): Promise<void> {
  await startCore();
  await core.signIn(loginId, password, oneTimeCode, wakeUp);
}

/** Reports activity. Returns when the session will end without further activity. */
export async function noteActivity(at: number): Promise<number> {
  await startCore();
  return core.noteActivity(at);
}

/**
 * Calls the listener on sign-in and sign-out, in this tab or another, and once when the core has
 * been loaded for it. Returns a function that removes the listener.
 */
export function onSessionChange(listener: () => void): () => void {
  if (isCoreThere()) return core.onSessionChange(listener);
  let stop = whenCoreStarts(() => {
    stop = core.onSessionChange(listener);
    // Covers changes that happened while the core was loading.
    listener();
  });
  // If the core cannot be loaded, the next caller that needs it retries, and reports the failure.
  startCore().catch(() => undefined);
  return () => {
    stop();
  };
}
