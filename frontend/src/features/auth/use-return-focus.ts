// A dialog that is opened by being mounted gives the focus back itself: the library's own way to do so
// begins with the second opening.
import { useState } from 'react';

export function useReturnFocus(): () => void {
  const [before] = useState(() => document.activeElement);
  return () => {
    if (before instanceof HTMLElement) before.focus();
  };
}
