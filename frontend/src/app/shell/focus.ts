// Where the focus goes when what had it goes: never to the body, where a keyboard starts from nothing.
import { useEffect } from 'react';

const DIALOGS = 'dialog[open], [role="dialog"]';
/** Around what had the focus, the nearest of these takes it. */
const HOLDERS = `${DIALOGS}, search, form, section, main, [tabindex]`;

export function focusPage(): void {
  give(document.querySelector('main'));
}

/**
 * Watches what has the focus. Where it is taken from the page or cannot hold the focus any more, the focus goes
 * to what was around it, to the dialog on top, or to the page; and back to it when it can hold the focus again,
 * as a button that was busy. Whoever closes a dialog may give the focus to something better first.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let path: Element[] = [];
    let lent: HTMLElement | undefined;
    let waiting = 0;
    // What had the focus was busy for a moment: it can hold the focus again, and yet has lost it.
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
        if (!isSomewhere(activeElement) || activeElement === path[0]) give(lent);
        lent = undefined;
        return;
      }
      const [last, ...around] = path;
      if (isSomewhere(activeElement) || !(last instanceof HTMLElement)) return;
      if (canHold(last)) {
        if (busy) give(last);
        busy = false;
        return;
      }
      const holder = around.find((element) => element.matches(HOLDERS) && canHold(element));
      const taker = holder ?? topDialog() ?? document.querySelector('main');
      give(taker);
      if (last.isConnected) lent = last;
    };
    // The browser takes the focus from what is disabled only when it draws.
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

function give(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return;
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
