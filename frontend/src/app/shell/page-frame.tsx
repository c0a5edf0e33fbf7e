// Where the page stands. While the code of the next one takes its time, the placeholder stands there instead, and
// the page is out of sight but not gone: the way to the next one may yet fail or be given up.
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useSession } from '~/kernel/session/session';
import { PagePlaceholder } from '../page-placeholder';
import { pageAt } from '../page-routes';
import { focusPage } from './focus';

/** What comes sooner is not worth a flicker. */
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

/** How far down each entry of the browser's history was read. */
const SCROLLED = new Map<string, number>();

/**
 * Whoever goes to another page by keys goes on there, and not at the link that led to it; nor at the form that has
 * signed them in. It begins at its top, or where they were when they come back to it: the browser would try that before
 * the page is there again. A page that the browser itself has opened begins where the browser begins, and what opens
 * over a page moves nothing.
 */
function usePageStart(page: string, entry: string, isOutOfSight: boolean): void {
  const signedInHere = useSession().number > 0;
  const before = useRef(signedInHere ? undefined : page);
  useLayoutEffect(() => {
    // It has no height then.
    if (isOutOfSight) return;
    if (page !== before.current) {
      before.current = page;
      focusPage();
      window.scrollTo(0, SCROLLED.get(entry) ?? 0);
    }
    const keep = () => SCROLLED.set(entry, window.scrollY);
    keep();
    window.history.scrollRestoration = 'manual';
    window.addEventListener('scroll', keep);
    return () => {
      window.removeEventListener('scroll', keep);
    };
  }, [page, entry, isOutOfSight]);
}
