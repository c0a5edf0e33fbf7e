// Restores the focus after a dialog that opens by mounting: the library does so only from the
// second opening on.
import { useCallback, useEffect, useRef } from 'react';

export function useReturnFocus(): () => void {
  const before = useRef<Element>(null);
  useEffect(() => {
    // At this point the page has the focus, and the dialog has not taken it yet.
    before.current = document.activeElement;
  }, []);
  return useCallback(() => {
    if (before.current instanceof HTMLElement) before.current.focus();
  }, []);
}
