// A dialog that is a route is opened by being drawn and closed by being gone; the library gives the focus back only
// to what opened a dialog that was there before. Who closes such a dialog goes on where it was opened from.
import { useEffect, useState } from 'react';

/** `address` of the dialog: where its opener is gone, a link to the same address or to the record's stands for it. */
export function useReturnToOpener(address?: string): void {
  const [opener] = useState(() => document.activeElement);
  const [opened] = useState(address);
  useEffect(
    () => () => {
      // By then the dialog is gone, and what takes its place has the focus if it wants it.
      setTimeout(() => {
        const { activeElement } = document;
        // The page itself, or what scrolls in it, may have got it back by then: that is nobody's wish.
        const isLeft = activeElement === null || activeElement.matches('body, main');
        if (!isLeft && activeElement !== opener) return;
        const target = isControl(opener) ? opener : (linkTo(opened) ?? opener);
        if (target instanceof HTMLElement) target.focus();
      });
    },
    [opener, opened],
  );
}

/** A click beside every control focuses what scrolls around it, or the page. */
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
