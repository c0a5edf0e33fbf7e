// Restores the focus when its element disappears. It never stays on the body, from where keyboard
// users would have to start over.
import { useEffect } from 'react';

const DIALOGS = 'dialog[open], [role="dialog"]';
/** The nearest of these ancestors receives the focus. */
const HOLDERS = `${DIALOGS}, search, form, section, main, [tabindex]`;

export function focusPage(): void {
  moveFocusTo(document.querySelector('main'));
}

/**
 * Watches the focused element. When it is removed or can no longer hold the focus, the focus moves
 * to an ancestor, the topmost dialog or the page. It moves back once the element can hold it again,
 * such as a button that was busy. Code that closes a dialog may choose a better target first.
 */
export function useRestoredFocus(): void {
  useEffect(() => {
    let path: Element[] = [];
    let lent: HTMLElement | undefined;
    let waiting = 0;
    // The focused element was briefly disabled. It can hold the focus again but has lost it.
    let busy = false;

    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target === document.body) return;
      path = [];
      busy = false;
      for (let at: Element | null = target; at; at = at.parentElement) path.push(at);
    };
    const settle = () => {
      waiting = 0;
      const { activeElement } = document;
      if (lent && canHold(lent)) {
        if (!isSomewhere(activeElement) || activeElement === path[0]) moveFocusTo(lent);
        lent = undefined;
        return;
      }
      const [last, ...around] = path;
      if (isSomewhere(activeElement) || !(last instanceof HTMLElement)) return;
      if (canHold(last)) {
        if (busy) moveFocusTo(last);
        busy = false;
        return;
      }
      const holder = around.find((element) => element.matches(HOLDERS) && canHold(element));
      const taker = holder ?? topDialog() ?? document.querySelector('main');
      moveFocusTo(taker);
      if (last.isConnected) lent = last;
    };
    // Browsers blur a disabled element only on the next frame.
    const look = () => {
      busy ||= path[0]?.matches(':disabled') ?? false;
      waiting ||= requestAnimationFrame(() => {
        waiting = window.setTimeout(settle, 30);
      });
    };
    const observer = new MutationObserver(look);
    document.addEventListener('focusin', remember);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'hidden'],
    });
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, []);
}

function isSomewhere(element: Element | null): boolean {
  return element !== null && element !== document.body && canHold(element);
}

function canHold(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility();
}

function topDialog(): Element | undefined {
  return [...document.querySelectorAll(DIALOGS)].filter(canHold).at(-1);
}

function moveFocusTo(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
