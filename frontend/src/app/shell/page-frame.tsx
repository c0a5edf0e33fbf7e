// The frame of the page. While the code of the next page loads slowly, a placeholder is shown and
// the current page is hidden but stays mounted: the navigation may still fail or be cancelled.
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useSession } from '~/kernel/session/session';
import { PagePlaceholder } from '../page-placeholder';
import { pageAt } from '../page-routes';
import { focusPage } from './focus';

/** Faster loads show no placeholder, to avoid a flicker. */
const SLOW = 150;

export function PageFrame({ children }: { children: ReactNode }) {
  const location = useLocation();
  const page = pageAt(location);
  const next = useNavigation().location;
  const wanted = next && pageAt(next) !== page ? pageAt(next) : undefined;
  const slow = useSlow(wanted);
  usePageStart(page, location.key, slow);
  return (
    <>
      <div hidden={slow}>{children}</div>
      {slow && <PagePlaceholder />}
    </>
  );
}

function useSlow(wanted: string | undefined): boolean {
  const [late, setLate] = useState<string>();
  useEffect(() => {
    if (wanted === undefined) return;
    const timer = setTimeout(() => {
      setLate(wanted);
    }, SLOW);
    return () => {
      clearTimeout(timer);
      setLate(undefined);
    };
  }, [wanted]);
  return wanted !== undefined && late === wanted;
}

/** The scroll position of each history entry. */
const SCROLLED = new Map<string, number>();

/**
 * Moves the focus to a page after navigation, so that keyboard users do not continue at the link
 * that they followed, or at the login form. Scrolls to the top, or to the former position of a
 * history entry: the browser would restore that before the page is rendered. On a page that the
 * browser itself opened, the focus is left to the browser, and dialogs over a page do not scroll
 * it. A page that was hidden for a navigation that failed or was cancelled is shown
 * where it was.
 */
function usePageStart(page: string, entry: string, isOutOfSight: boolean): void {
  const signedInHere = useSession().number > 0;
  const before = useRef(signedInHere ? undefined : page);
  const lost = useRef<number>(undefined);
  useLayoutEffect(() => {
    // A hidden page has no height, so the browser forgets its position.
    if (isOutOfSight) {
      lost.current ??= SCROLLED.get(entry);
      return;
    }
    let top = lost.current;
    lost.current = undefined;
    if (page !== before.current) {
      before.current = page;
      focusPage();
      top = SCROLLED.get(entry) ?? 0;
    }
    if (top !== undefined) window.scrollTo(0, top);
    const keep = () => SCROLLED.set(entry, window.scrollY);
    keep();
    window.history.scrollRestoration = 'manual';
    window.addEventListener('scroll', keep);
    return () => {
      window.removeEventListener('scroll', keep);
    };
  }, [page, entry, isOutOfSight]);
}
