import { createStore } from 'jotai';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkSession } from './session-check';
import { resumeAtom, sessionAtom, signInAtom, signOutAtom, restartAtom } from './session';
import { holdUnsaved } from './unsaved';

const core = vi.hoisted(() => {
  const listeners = new Set<() => void>();
  return {
    listeners,
    authority: 'ADMIN',
    isOverdue: false,
    /** What the server says of an overdue session. */
    answered: Promise.resolve(),
    change: (authority: string) => {
      core.authority = authority;
      for (const listener of listeners) listener();
    },
  };
});

vi.mock('~/domain/session', () => ({
  authority: () => core.authority,
  isOverdue: () => core.isOverdue,
  askServer: () => core.answered,
  onSessionChange: (listener: () => void) => {
    core.listeners.add(listener);
    return () => core.listeners.delete(listener);
  },
  noteActivity: () => Promise.resolve(Infinity),
  signOut: () => {
    core.change('ANONYMOUS');
    return Promise.resolve();
  },
}));

const signInAs = (authority: string) => () => {
  core.change(authority);
  return Promise.resolve();
};

describe('the session', () => {
  let store: ReturnType<typeof createStore>;
  const session = () => store.get(sessionAtom);

  beforeEach(() => {
    core.listeners.clear();
    core.authority = 'ADMIN';
    core.isOverdue = false;
    window.history.replaceState(null, '', '/somewhere');
    store = createStore();
    const stop = store.sub(sessionAtom, () => undefined);
    store.set(resumeAtom);
    return stop;
  });

  it('follows a sign-out elsewhere, and says that it was elsewhere', () => {
    core.change('ANONYMOUS');
    expect(session()).toMatchObject({ authority: 'ANONYMOUS', endedElsewhere: true });
  });

  it('follows a sign-in elsewhere and leaves the address alone', () => {
    core.change('ANONYMOUS');
    core.change('VENDOR');
    expect(session()).toMatchObject({ authority: 'VENDOR' });
    expect(window.location.pathname).toBe('/somewhere');
  });

  it('starts anew at the main page after signing out here, whatever was being written', async () => {
    const letGo = holdUnsaved();
    const { number } = session();
    await store.set(signOutAtom);
    expect(session()).toEqual({ authority: 'ANONYMOUS', number: number + 1 });
    expect(window.location.pathname).toBe('/');
    letGo();
  });

  it('changes nothing when signing in is refused', async () => {
    core.change('ANONYMOUS');
    const before = session();
    const refusal = () => Promise.reject(new Error('refused'));
    await expect(store.set(signInAtom, refusal)).rejects.toThrow('refused');
    expect(session()).toEqual(before);
    expect(window.location.pathname).toBe('/somewhere');
  });

  it('notices tokens that have gone without a word when a call is refused', () => {
    core.authority = 'ANONYMOUS';
    checkSession();
    expect(session().authority).toBe('ANONYMOUS');
  });

  describe('that has ended by the clock of this device', () => {
    let answer: () => void;
    beforeEach(() => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      core.answered = promise;
      answer = () => {
        resolve(undefined);
      };
      core.isOverdue = true;
      core.change('ANONYMOUS');
    });

    it('goes on until the server was asked, and afterwards if it says so', async () => {
      expect(session().authority).toBe('ADMIN');
      core.isOverdue = false;
      core.authority = 'ADMIN';
      answer();
      await vi.waitFor(() => {
        expect(session()).toMatchObject({ authority: 'ADMIN' });
      });
      expect(session().endedElsewhere).toBeUndefined();
    });

    it('has ended if the server says so, or cannot be asked', async () => {
      answer();
      await vi.waitFor(() => {
        expect(session()).toMatchObject({ authority: 'ANONYMOUS', endedElsewhere: true });
      });
    });
  });

  it('is seen to end although nobody calls anything', () => {
    vi.useFakeTimers();
    const another = createStore();
    const stop = another.sub(sessionAtom, () => undefined);
    core.authority = 'ANONYMOUS';
    vi.advanceTimersByTime(10_000);
    expect(another.get(sessionAtom)).toMatchObject({
      authority: 'ANONYMOUS',
      endedElsewhere: true,
    });
    stop();
    vi.useRealTimers();
  });

  describe('that ends while something is being written', () => {
    beforeEach(() => {
      const letGo = holdUnsaved();
      core.change('ANONYMOUS');
      return letGo;
    });

    it('is interrupted and keeps its pages', () => {
      expect(session()).toMatchObject({ authority: 'ADMIN', interrupted: 'SIGNED_OUT' });
    });

    it('waits to see who it is once somebody is signed in, without leaving the page', async () => {
      const { number } = session();
      await store.set(signInAtom, signInAs('ADMIN'));
      expect(session()).toMatchObject({ number, interrupted: 'SIGNED_IN' });
      expect(window.location.pathname).toBe('/somewhere');
      store.set(resumeAtom);
      expect(session()).toEqual({ authority: 'ADMIN', number });
    });

    it('waits likewise when somebody signs in elsewhere, and when they leave again', () => {
      core.change('VENDOR');
      expect(session()).toMatchObject({ authority: 'ADMIN', interrupted: 'SIGNED_IN' });
      core.change('ANONYMOUS');
      expect(session()).toMatchObject({ authority: 'ADMIN', interrupted: 'SIGNED_OUT' });
    });

    it('starts anew for another person: other pages, from the main one on', () => {
      const { number } = session();
      core.change('VENDOR');
      store.set(restartAtom);
      expect(session()).toEqual({ authority: 'VENDOR', number: number + 1 });
      expect(window.location.pathname).toBe('/');
    });
  });
});
