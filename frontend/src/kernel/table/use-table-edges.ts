// Tracks which parts of a table are out of sight: the head above the window, and columns at either
// side.
import { useEffect, useState, type RefObject } from 'react';

interface Edges {
  headGone: boolean;
  moreBefore: boolean;
  moreAfter: boolean;
}

const ALL_IN_SIGHT: Edges = { headGone: false, moreBefore: false, moreAfter: false };
/** Widths are fractional, scroll offsets are not. */
const ROUNDING = 1;

export function useTableEdges(scroller: RefObject<HTMLElement | null>): Edges {
  const [edges, setEdges] = useState(ALL_IN_SIGHT);
  useEffect(() => {
    const frame = scroller.current;
    const columns = frame?.querySelector('thead');
    if (!frame || !columns) return;
    const look = () => {
      // In right-to-left text the scroll offset is negative.
      const passed = Math.abs(frame.scrollLeft);
      const beyond = frame.scrollWidth - frame.clientWidth - passed;
      const next: Edges = {
        headGone: columns.getBoundingClientRect().top < headerHeight() - ROUNDING,
        moreBefore: passed > ROUNDING,
        moreAfter: beyond > ROUNDING,
      };
      setEdges((now) => (isSame(now, next) ? now : next));
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(frame);
    if (columns.parentElement) sizes.observe(columns.parentElement);
    frame.addEventListener('scroll', look, { passive: true });
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      frame.removeEventListener('scroll', look);
      window.removeEventListener('scroll', look);
    };
  }, [scroller]);
  return edges;
}

function isSame(one: Edges, other: Edges): boolean {
  return (
    one.headGone === other.headGone &&
    one.moreBefore === other.moreBefore &&
    one.moreAfter === other.moreAfter
  );
}

/** The page's header covers the content that scrolls under it. */
function headerHeight(): number {
  return document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
}
