// A dialog may cover another one that is a route of its page. Escape must then close only the upper
// one.
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';

const coversAtom = atom(0);

/** Called by the upper dialog while it is mounted. */
export function useCovers(): void {
  const setCovers = useSetAtom(coversAtom);
  useEffect(() => {
    setCovers((covers) => covers + 1);
    return () => {
      setCovers((covers) => covers - 1);
    };
  }, [setCovers]);
}

/** Called by the dialogs below. */
export function useIsCovered(): boolean {
  return useAtomValue(coversAtom) > 0;
}
