// The draft of the form at this address: found when the form opens, kept while somebody writes.
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
  keepDraft,
  type Draft,
  type DraftPlace,
  type FoundDraft,
} from './drafts';

/** As long a pause as fingers make between words. */
const PAUSE_MILLISECONDS = 400;
/** A page that never rests keeps nevertheless. */
const MOST_MILLISECONDS = 2_000;

/** Does it once nothing else is to be done; what it answers takes that back. */
function atRest(work: () => void): () => void {
  // Safari says nothing about rest.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work);
    return () => {
      clearTimeout(timer);
    };
  }
  const waiting = requestIdleCallback(work, { timeout: MOST_MILLISECONDS });
  return () => {
    cancelIdleCallback(waiting);
  };
}

export interface DraftKeeping {
  /** Keeps what stands in the form now, soon. */
  keep: (draft: Draft) => void;
  /** Nothing is kept any more of what was written until now. */
  drop: () => void;
}

interface UsedDraft extends DraftKeeping {
  /** Whether it is known yet if there is one. */
  isKnown: boolean;
  found: FoundDraft | undefined;
  /** Begins anew without it. */
  discard: () => void;
}

export function useDraft(): UsedDraft {
  const queryClient = useQueryClient();
  const { pathname: path } = useLocation();
  const me = knownMe(queryClient);
  const [accountId, key] = [me?.accountId, me?.draftKey];
  const place = useMemo<DraftPlace | undefined>(
    () => (accountId === undefined || key === undefined ? undefined : { accountId, key, path }),
    [accountId, key, path],
  );
  // What there was when the form opened: another tab may write meanwhile.
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

  /** What is to be kept; with another one, or none, an earlier one is given up. */
  const wanted = useRef<Draft>(undefined);
  /** Takes back the writing that is to come. */
  const waiting = useRef<() => void>(undefined);
  const stop = useCallback(() => {
    waiting.current?.();
    waiting.current = undefined;
  }, []);
  /** Whether something could not be kept because nobody was signed in. */
  const isMissing = useRef(false);
  const write = useCallback(() => {
    stop();
    const draft = wanted.current;
    if (!place || !draft) return;
    isMissing.current = authority() === ANONYMOUS;
    if (isMissing.current) return;
    // Whoever signs out meanwhile, here or in another tab, leaves nothing behind, and nothing comes after that.
    const isGivenUp = () => wanted.current !== draft || authority() === ANONYMOUS;
    void keepDraft(place, draft, isGivenUp);
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
    // Its person is back, and has typed until it was seen that the session was over.
    if (interrupted === undefined && isMissing.current) write();
  }, [interrupted, write]);
  useEffect(() => {
    // Nobody knows whether a page that is hidden comes back.
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
