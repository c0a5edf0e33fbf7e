// The draft of the form at this address: restored when the form opens, stored during input.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { authority } from '~/domain/session';
import { knownMe } from '~/kernel/session/account';
import { ANONYMOUS, useSession } from '~/kernel/session/session';
import {
  dropDraft,
  findDraft,
  hasDraft,
  storeDraft,
  type Draft,
  type DraftPlace,
  type FoundDraft,
} from './drafts';

/** The debounce: a usual pause between words. */
const PAUSE_MILLISECONDS = 400;
/** The maximum delay, for input without a pause. */
const MAX_MILLISECONDS = 2_000;

/** Runs the work when the browser is idle. Returns a function that cancels it. */
function atRest(work: () => void): () => void {
  // Safari lacks `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work);
    return () => {
      clearTimeout(timer);
    };
  }
  const waiting = requestIdleCallback(work, { timeout: MAX_MILLISECONDS });
  return () => {
    cancelIdleCallback(waiting);
  };
}

export interface DraftWriter {
  /** Stores the form's current state soon. */
  keep: (draft: Draft) => void;
  /** Removes the draft and cancels pending writes. */
  drop: () => void;
}

interface DraftState extends DraftWriter {
  /** Whether the lookup is done. */
  isKnown: boolean;
  found: FoundDraft | undefined;
  /** Discards the draft and starts over. */
  discard: () => void;
}

export function useDraft(): DraftState {
  const queryClient = useQueryClient();
  const { pathname: path } = useLocation();
  const me = knownMe(queryClient);
  const [accountId, key] = [me?.accountId, me?.draftKey];
  const place = useMemo<DraftPlace | undefined>(
    () => (accountId === undefined || key === undefined ? undefined : { accountId, key, path }),
    [accountId, key, path],
  );
  // The draft at the time when the form opened: another tab may write meanwhile.
  const [state, setState] = useState<{ isKnown: boolean; found?: FoundDraft | undefined }>(() => ({
    isKnown: place === undefined || !hasDraft(place),
  }));
  const { isKnown } = state;
  useEffect(() => {
    if (isKnown || place === undefined) return;
    let isWanted = true;
    void findDraft(place).then((found) => {
      if (isWanted) setState({ isKnown: true, found });
    });
    return () => {
      isWanted = false;
    };
  }, [isKnown, place]);

  /** The draft to store. Setting another one, or none, abandons an earlier write. */
  const wanted = useRef<Draft>(undefined);
  /** Cancels the pending write. */
  const waiting = useRef<() => void>(undefined);
  const stop = useCallback(() => {
    waiting.current?.();
    waiting.current = undefined;
  }, []);
  /** Whether a write was skipped because nobody was signed in. */
  const isMissing = useRef(false);
  const write = useCallback(() => {
    stop();
    const draft = wanted.current;
    if (!place || !draft) return;
    isMissing.current = authority() === ANONYMOUS;
    if (isMissing.current) return;
    // After a sign-out, here or in another tab, no draft may be left or written.
    const isGivenUp = () => wanted.current !== draft || authority() === ANONYMOUS;
    void storeDraft(place, draft, isGivenUp);
  }, [place, stop]);
  const keep = useCallback(
    (draft: Draft) => {
      wanted.current = draft;
      stop();
      const timer = setTimeout(() => {
        waiting.current = atRest(write);
      }, PAUSE_MILLISECONDS);
      waiting.current = () => {
        clearTimeout(timer);
      };
    },
    [stop, write],
  );
  const drop = useCallback(() => {
    wanted.current = undefined;
    stop();
    if (place) dropDraft(place);
  }, [place, stop]);
  const { interrupted } = useSession();
  useEffect(() => {
    // The user has signed in again after typing past the end of the session.
    if (interrupted === undefined && isMissing.current) write();
  }, [interrupted, write]);
  useEffect(() => {
    // A hidden page may never become visible again.
    const hurry = () => {
      if (document.visibilityState === 'hidden' && waiting.current) write();
    };
    document.addEventListener('visibilitychange', hurry);
    return () => {
      document.removeEventListener('visibilitychange', hurry);
      stop();
    };
  }, [stop, write]);
  return {
    ...state,
    found: state.found,
    keep,
    drop,
    discard: () => {
      drop();
      setState({ isKnown: true });
    },
  };
}
