// Dragging by a handle with a finger or a pen. Browsers drag what is `draggable` by the mouse everywhere, by touch in
// some and after a long press; by this what lies under the finger is the target from the first movement on. The handle
// says `touch-action: none`, so that its page is not scrolled instead; near the edge the page follows.
import type { PointerEvent as ReactPointerEvent } from 'react';

/** A shorter way is a tap. */
const SLOP = 8;
/** So near the edge of what is scrolled it follows, and so far with each frame. */
const EDGE = 56;
const STEP = 10;

interface Dragged<Target> {
  /** Where it would come if it were dropped upon this element at this height. */
  targetAt: (element: Element | null, y: number) => Target | undefined;
  /** The target has changed; nothing when it is over. */
  onOver: (target: Target | undefined) => void;
  onDrop: (target: Target) => void;
}

/** Follows the pointer that has come down on a handle, unless it is a mouse. */
export function dragByTouch<Target>(
  { pointerType, isPrimary, pointerId, clientX, clientY, currentTarget }: ReactPointerEvent,
  { targetAt, onOver, onDrop }: Dragged<Target>,
): void {
  if (pointerType === 'mouse' || !isPrimary) return;
  const handle = currentTarget as HTMLElement;
  const listening = new AbortController();
  const { signal } = listening;
  const scrolled = scrollerOf(handle);
  let [x, y] = [clientX, clientY];
  let isDragging = false;
  let target: Target | undefined;
  const look = () => {
    target = targetAt(document.elementFromPoint(x, y), y);
    onOver(target);
  };
  const follow = () => {
    if (signal.aborted) return;
    const { top, bottom } = sightOf(scrolled);
    const way = y < top + EDGE ? -STEP : y > bottom - EDGE ? STEP : 0;
    const before = scrolled.scrollTop;
    scrolled.scrollTop += way;
    if (scrolled.scrollTop !== before) look();
    requestAnimationFrame(follow);
  };
  const end = () => {
    listening.abort();
    if (isDragging) onOver(undefined);
  };
  const on = (type: 'pointermove' | 'pointerup' | 'pointercancel', then: () => void) => {
    const listener = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      [x, y] = [event.clientX, event.clientY];
      then();
    };
    window.addEventListener(type, listener, { signal });
  };
  on('pointermove', () => {
    if (!isDragging && Math.hypot(x - clientX, y - clientY) < SLOP) return;
    if (!isDragging) requestAnimationFrame(follow);
    isDragging = true;
    look();
  });
  on('pointerup', () => {
    end();
    if (isDragging && target !== undefined) onDrop(target);
  });
  on('pointercancel', end);
}

/** What moves when the handle's surroundings are scrolled. */
function scrollerOf(handle: HTMLElement): Element {
  for (let one = handle.parentElement; one; one = one.parentElement) {
    const isScrolled = /auto|scroll/.test(getComputedStyle(one).overflowY);
    if (isScrolled && one.scrollHeight > one.clientHeight) return one;
  }
  return document.scrollingElement ?? document.documentElement;
}

function sightOf(scrolled: Element): { top: number; bottom: number } {
  if (scrolled === document.scrollingElement) return { top: 0, bottom: window.innerHeight };
  return scrolled.getBoundingClientRect();
}
