// Code that the first picture does without, fetched before somebody asks for it: when the page has come to rest, or
// when its person does something.
import { useEffect } from 'react';

/** By then a page has what it shows, also over a slow line. */
const REST = 10_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Fetches once; where it cannot be fetched, whoever needs it tries again and says so. */
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
