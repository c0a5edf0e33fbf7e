// Preloads code that the first render does not need: ten seconds after the mount or at the user's
// first action.
import { useEffect } from 'react';

/** By then a page has loaded its content, even over a slow connection. */
const REST = 10_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Loads once. If that fails, the component that needs the code retries and reports the failure. */
export function useLater(load: () => Promise<unknown>): void {
  useEffect(() => {
    const fetchCode = () => {
      leave();
      load().catch(() => undefined);
    };
    const timer = setTimeout(fetchCode, REST);
    for (const sign of SIGNS) window.addEventListener(sign, fetchCode, { passive: true });
    const leave = () => {
      clearTimeout(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, fetchCode);
    };
    return leave;
  }, [load]);
}
