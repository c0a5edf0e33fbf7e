// A dialog that is opened by being mounted gives the focus back itself: the library's own way to do so
// begins with the second opening.
import { useCallback, useEffect, useRef } from 'react';

export function useReturnFocus(): () => void {
  const before = useRef<Element>(null);
  useEffect(() => {
    // By now what is on the page has its focus, and the dialog has not taken it yet.
    before.current = document.activeElement;
  }, []);
  return useCallback(() => {
    if (before.current instanceof HTMLElement) before.current.focus();
  }, []);
}
