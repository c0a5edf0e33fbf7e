// Restores the focus after a dialog that is a route. Such a dialog opens by mounting and closes by
// unmounting, but the library restores the focus only for dialogs that were mounted before they
// opened.
import { useEffect, useState } from 'react';

/**
 * `address` is that of the dialog. If the opener is gone, a link to this address or to the record's
 * replaces it.
 */
export function useReturnToOpener(address?: string): void {
  const [opener] = useState(() => document.activeElement);
  const [opened] = useState(address);
  useEffect(
    () => () => {
      // By then the dialog is unmounted, and its replacement has taken the focus if it wants it.
      setTimeout(() => {
        const { activeElement } = document;
        // The page or its scroll container may have received the focus by default, not by
        // intention.
        const isLeft = activeElement === null || activeElement.matches('body, main');
        if (!isLeft && activeElement !== opener) return;
        const target = isControl(opener) ? opener : (linkTo(opened) ?? opener);
        if (target instanceof HTMLElement) target.focus();
      });
    },
    [opener, opened],
  );
}

/** A click outside all controls focuses the scroll container or the page. */
function isControl(element: Element | null): boolean {
  return element?.isConnected === true && element.matches('a, button, input, select, textarea');
}

function linkTo(address: string | undefined): HTMLElement | undefined {
  if (address === undefined) return undefined;
  const addresses = [address, address.replace(/\/edit$/, '')];
  return [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].find(({ href }) =>
    addresses.includes(new URL(href, document.baseURI).pathname),
  );
}
