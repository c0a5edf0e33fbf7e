// Who is signed in, as client state: follows the tokens, in this tab and in the others.
import { atom, useAtomValue } from 'jotai';
import { authority, onSessionChange, signOut } from '~/domain/session';

export const ANONYMOUS = 'ANONYMOUS';
export const MEMBER = 'MEMBER';

// While this tab signs in or out itself it first puts the address right; only then do the pages change.
let changing = false;

const authorityAtom = atom(authority());
authorityAtom.onMount = (set) => {
  // A change may have happened between the module's start and this mount.
  set(authority());
  return onSessionChange((now) => {
    if (!changing) set(now);
  });
};

export function useAuthority(): string {
  return useAtomValue(authorityAtom);
}

/** Signs in, in whatever way, and goes to the main page; a refusal leaves everything as it was. */
export const signInAtom = atom(null, (_get, set, signIn: () => Promise<void>) =>
  changeSession(signIn, () => {
    set(authorityAtom, authority());
  }),
);

/** Revokes the session on the server and goes to the main page, which is then the login page. */
export const signOutAtom = atom(null, (_get, set) =>
  changeSession(signOut, () => {
    set(authorityAtom, authority());
  }),
);

async function changeSession(change: () => Promise<void>, announce: () => void): Promise<void> {
  changing = true;
  try {
    await change();
    window.history.replaceState(null, '', '/');
  } finally {
    changing = false;
    announce();
  }
}
