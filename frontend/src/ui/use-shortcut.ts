// A keyboard shortcut that works everywhere except while its key is typed into a text field.
import { useEffect, useEffectEvent } from 'react';

const FIELDS = ['INPUT', 'TEXTAREA', 'SELECT'];

function isWritten({ target }: KeyboardEvent, withControl: boolean): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || (!withControl && FIELDS.includes(target.tagName));
}

/**
 * Returns whether a key is that of a letter. Layouts without Latin letters have it at the place of
 * an English keyboard; all others have it where it is written.
 */
export function isLetter({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>, letter: string) {
  const typed = key.toLowerCase();
  return typed === letter || (code === `Key${letter.toUpperCase()}` && !/^[a-z]$/.test(typed));
}

/** The key alone, or with Ctrl (or Cmd on a Mac). */
export function useShortcut(key: string, act: () => void, withControl = false): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || shiftKey || (ctrlKey || metaKey) !== withControl) return;
    if (!isLetter(event, key) || isWritten(event, withControl)) return;
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
