// The draft of the form at this address: found when the form opens, kept while somebody writes.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { knownMe } from '~/kernel/session/account';
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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const write = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const draft = wanted.current;
    if (place && draft) void keepDraft(place, draft, () => wanted.current !== draft);
  }, [place]);
  const keep = useCallback(
    (draft: Draft) => {
      wanted.current = draft;
      clearTimeout(timer.current);
      timer.current = setTimeout(write, PAUSE_MILLISECONDS);
    },
    [write],
  );
  const drop = useCallback(() => {
    wanted.current = undefined;
    clearTimeout(timer.current);
    timer.current = undefined;
    if (place) dropDraft(place);
  }, [place]);
  useEffect(() => {
    // Nobody knows whether a page that is hidden comes back.
    const hurry = () => {
      if (document.visibilityState === 'hidden' && timer.current !== undefined) write();
    };
    document.addEventListener('visibilitychange', hurry);
    return () => {
      document.removeEventListener('visibilitychange', hurry);
      clearTimeout(timer.current);
    };
  }, [write]);
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
