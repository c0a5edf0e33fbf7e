// Signing in and out, and who is signed in, as the shared core keeps it in its cookies.
import * as core from '@uno/core';
import { isCoreThere, startCore } from './core';

export { signOut } from '@uno/core';

/** Whether the core may find somebody: without its cookies nobody is signed in, and nobody waits for it. */
export function mayBeSignedIn(): boolean {
  return document.cookie.includes('uno_refresh_token=');
}

/** Before the core is there, this is the login page's question. */
export function authority(): string {
  return isCoreThere() ? core.authority() : 'ANONYMOUS';
}

/**
 * Without a code the server asks for one where the account has a second step; and whether a dormant one is used again,
 * where that is not said.
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

/** Answers when the session ends unless it is used again. */
export async function noteActivity(at: number): Promise<number> {
  await startCore();
  return core.noteActivity(at);
}

/** Calls the listener when somebody signs in or out, in this tab or another; answers what stops it. */
export function onSessionChange(listener: () => void): () => void {
  let stop: (() => void) | undefined;
  let wanted = true;
  const listen = () => {
    if (!wanted) return;
    stop = core.onSessionChange(listener);
    // What has changed while the core was on its way.
    listener();
  };
  if (isCoreThere()) stop = core.onSessionChange(listener);
  // Whatever needs the core tries again, and says so where it fails.
  else startCore().then(listen, () => undefined);
  return () => {
    wanted = false;
    stop?.();
  };
}
