// Who is signed in, as client state: follows the tokens, in this tab and in the others.
//
// A session that ends while something is being written is interrupted: the page stays as it is, out of reach,
// until somebody is signed in again. If that is the same person, it goes on, otherwise the console starts anew.
import { atom, useAtomValue } from 'jotai';
import { atomWithLazy } from 'jotai/utils';
import { authority, onSessionChange, signOut } from '~/domain/session';
import { watchPresence } from './presence';
import { onSessionCheck } from './session-check';
import { hasUnsaved } from './unsaved';

export const ANONYMOUS = 'ANONYMOUS';
export const MEMBER = 'MEMBER';

interface Session {
  authority: string;
  /** Changes whenever the pages have to be made anew, because they may be another person's. */
  number: number;
  /** Nobody is signed in any more, or somebody is again and it has to be seen who. */
  interrupted?: 'SIGNED_OUT' | 'SIGNED_IN';
  /** The person did not sign out here. */
  endedElsewhere?: true;
}

/**
 * What happens to a session: its tokens have changed (`follow`), its person is back (`resume`), or whoever
 * is signed in now, if anybody, gets pages of their own (`startAnew`).
 */
type SessionEvent = 'follow' | 'resume' | 'startAnew';

// While this tab signs in or out itself it first puts the address right; only then do the pages change.
let changing = false;

// Asked for when it is first drawn: the core may start later than this module.
const stateAtom = atomWithLazy<Session>(() => ({ authority: authority(), number: 0 }));
export const sessionAtom = atom(
  (get) => get(stateAtom),
  (get, set, event: SessionEvent) => {
    if (event === 'startAnew') window.history.replaceState(null, '', '/');
    set(stateAtom, after(get(stateAtom), event));
  },
);
sessionAtom.onMount = (happens) => {
  const follow = () => {
    if (!changing) happens('follow');
  };
  // A change may have happened between the module's start and this mount.
  follow();
  // A tab that slept in the background may have heard nothing.
  document.addEventListener('visibilitychange', follow);
  const stopFollowing = onSessionChange(follow);
  const stopChecking = onSessionCheck(follow);
  // A session ends also while nobody calls anything.
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
  if (event === 'startAnew') return { authority: now, number: number + 1 };
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
 * Signs in, in whatever way, and goes to the main page, or back to the page whose session was interrupted;
 * a refusal leaves everything as it was.
 */
export const signInAtom = atom(null, (get, set, signIn: () => Promise<void>) =>
  changeSession(signIn, (succeeded) => {
    const goesOn = get(sessionAtom).interrupted !== undefined;
    set(sessionAtom, succeeded && !goesOn ? 'startAnew' : 'follow');
  }),
);

/** Revokes the session on the server and goes to the main page, which is then the login page. */
export const signOutAtom = atom(null, (_get, set) =>
  changeSession(signOut, () => {
    set(sessionAtom, 'startAnew');
  }),
);

/** The person of an interrupted session is back. */
export const resumeAtom = atom(null, (_get, set) => {
  set(sessionAtom, 'resume');
});

/** Nothing that was on the pages may be seen any more. */
export const startAnewAtom = atom(null, (_get, set) => {
  set(sessionAtom, 'startAnew');
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
