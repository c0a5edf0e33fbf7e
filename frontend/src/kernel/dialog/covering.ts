// A dialog may lie over another that is a route of its page: Escape then belongs to the upper one alone.
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';

const coversAtom = atom(0);

/** For the dialog above, while it is drawn. */
export function useCovers(): void {
  const setCovers = useSetAtom(coversAtom);
  useEffect(() => {
    setCovers((covers) => covers + 1);
    return () => {
      setCovers((covers) => covers - 1);
    };
  }, [setCovers]);
}

/** For the dialogs below. */
export function useIsCovered(): boolean {
  return useAtomValue(coversAtom) > 0;
}
