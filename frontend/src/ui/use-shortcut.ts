// A keyboard shortcut that works everywhere except while its key is typed into a text field.
import { useEffect, useEffectEvent } from 'react';

const FIELDS = ['INPUT', 'TEXTAREA', 'SELECT'];

function isWritten({ target }: KeyboardEvent, withControl: boolean): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || (!withControl && FIELDS.includes(target.tagName));
}

/** The key alone, or with Ctrl (or Cmd on a Mac). */
export function useShortcut(key: string, act: () => void, withControl = false): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || shiftKey || (ctrlKey || metaKey) !== withControl) return;
    if (event.key.toLowerCase() !== key || isWritten(event, withControl)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      onKeyDown(event);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, []);
}
