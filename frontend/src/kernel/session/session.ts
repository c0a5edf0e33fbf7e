// The current session as client state. It follows the tokens, in this tab and in others.
//
// A session that ends during input is interrupted: the page stays mounted but inaccessible until
// somebody signs in. The same user continues; for another user the console restarts.
import { atom, useAtomValue } from 'jotai';
import { atomWithLazy } from 'jotai/utils';
import { askServer, authority, isOverdue, onSessionChange, signOut } from '~/domain/session';
import { watchPresence } from './presence';
import { onSessionCheck } from './session-check';
import { hasUnsaved } from './unsaved';

export const ANONYMOUS = 'ANONYMOUS';
export const MEMBER = 'MEMBER';

interface Session {
  authority: string;
  /** Changes whenever the pages must be remounted, because they may belong to another user. */
  number: number;
  /** The session has ended, or somebody has signed in again and the account is not verified yet. */
  interrupted?: 'SIGNED_OUT' | 'SIGNED_IN';
  /** The session ended without a sign-out in this tab. */
  endedElsewhere?: true;
}

/**
 * The events of a session: its tokens have changed (`follow`), its user is back (`resume`), or the
 * pages must be remounted for the current user, if any (`restart`).
 */
type SessionEvent = 'follow' | 'resume' | 'restart';

// While this tab signs in or out, it first corrects the address; only then do the pages change.
let changing = false;
// While the server is asked whether a session goes on that has ended by this device's clock.
let asking = false;

// Lazy, because the core may start later than this module.
const stateAtom = atomWithLazy<Session>(() => ({ authority: authority(), number: 0 }));
export const sessionAtom = atom(
  (get) => get(stateAtom),
  (get, set, event: SessionEvent) => {
    const endsHere = get(stateAtom).authority !== ANONYMOUS && authority() === ANONYMOUS;
    if (event === 'follow' && endsHere && isOverdue()) {
      if (asking) return;
      asking = true;
      void askServer().finally(() => {
        asking = false;
        set(stateAtom, after(get(stateAtom), 'follow'));
      });
      return;
    }
    if (event === 'restart') window.history.replaceState(null, '', '/');
    set(stateAtom, after(get(stateAtom), event));
  },
);
sessionAtom.onMount = (happens) => {
  const follow = () => {
    if (!changing) happens('follow');
  };
  // The session may have changed between module evaluation and this mount.
  follow();
  // A suspended background tab may have missed events.
  document.addEventListener('visibilitychange', follow);
  const stopFollowing = onSessionChange(follow);
  const stopChecking = onSessionCheck(follow);
  // A session can also end without any call.
  const stopWatching = watchPresence(follow);
  return () => {
    stopFollowing();
    stopChecking();
    stopWatching();
    document.removeEventListener('visibilitychange', follow);
  };
};

function after(session: Session, event: SessionEvent): Session {
  const now = authority();
  const { number } = session;
  if (event === 'resume') return { authority: now, number };
  if (event === 'restart') return { authority: now, number: number + 1 };
  if (session.interrupted) {
    return { ...session, interrupted: now === ANONYMOUS ? 'SIGNED_OUT' : 'SIGNED_IN' };
  }
  if (now === session.authority) return session;
  if (now !== ANONYMOUS) return { authority: now, number };
  return hasUnsaved()
    ? { ...session, interrupted: 'SIGNED_OUT' }
    : { authority: now, number, endedElsewhere: true };
}

export function useSession(): Session {
  return useAtomValue(sessionAtom);
}

const authorityAtom = atom((get) => get(sessionAtom).authority);

export function useAuthority(): string {
  return useAtomValue(authorityAtom);
}

/**
 * Signs in by the given method and opens the home page, or returns to the page whose session was
 * interrupted. A refusal changes nothing.
 */
export const signInAtom = atom(null, (get, set, signIn: () => Promise<void>) =>
  changeSession(signIn, (succeeded) => {
    const goesOn = get(sessionAtom).interrupted !== undefined;
    set(sessionAtom, succeeded && !goesOn ? 'restart' : 'follow');
  }),
);

/**
 * Revokes the session on the server and opens the home address, which then shows the login page.
 */
export const signOutAtom = atom(null, (_get, set) =>
  changeSession(signOut, () => {
    set(sessionAtom, 'restart');
  }),
);

/** The user of an interrupted session is back. */
export const resumeAtom = atom(null, (_get, set) => {
  set(sessionAtom, 'resume');
});

/** Remounts the pages, so that nothing of the previous user remains visible. */
export const restartAtom = atom(null, (_get, set) => {
  set(sessionAtom, 'restart');
});

async function changeSession(
  change: () => Promise<void>,
  announce: (succeeded: boolean) => void,
): Promise<void> {
  let succeeded = false;
  changing = true;
  try {
    await change();
    succeeded = true;
  } finally {
    changing = false;
    announce(succeeded);
  }
}
