// Where the page stands. While the code of the next one takes its time, the placeholder stands there instead, and
// the page is out of sight but not gone: the way to the next one may yet fail or be given up.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useSession } from '~/kernel/session/session';
import { PagePlaceholder } from '../page-placeholder';
import { pageAt } from '../page-routes';
import { focusPage } from './focus';

/** What comes sooner is not worth a flicker. */
const SLOW = 150;

export function PageFrame({ children }: { children: ReactNode }) {
  const page = pageAt(useLocation());
  const next = useNavigation().location;
  const wanted = next && pageAt(next) !== page ? pageAt(next) : undefined;
  const slow = useSlow(wanted);
  usePageFocus(page);
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

/**
 * Whoever goes to another page by keys goes on there, and not at the link that led to it; nor at the form that has
 * signed them in. A page that the browser itself has opened begins where the browser begins.
 */
function usePageFocus(page: string): void {
  const signedInHere = useSession().number > 0;
  const before = useRef(signedInHere ? undefined : page);
  useEffect(() => {
    if (page === before.current) return;
    before.current = page;
    focusPage();
  }, [page]);
}
