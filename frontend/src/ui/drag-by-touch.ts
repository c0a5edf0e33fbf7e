// Dragging a handle with a finger or a pen. Every browser drags `draggable` elements by mouse, but
// only some by touch, after a long press; here dragging starts with the first movement. The handle
// sets `touch-action: none`, so that the page does not scroll instead; near an edge the page
// scrolls along.
import type { PointerEvent as ReactPointerEvent } from 'react';

/** A shorter movement is a tap. */
const SLOP = 8;
/** The distance from the edge at which the page scrolls, and the scroll distance per frame. */
const EDGE = 56;
const STEP = 10;

interface Dragged<Target> {
  /** Returns the target for dropping on this element at this height. */
  targetAt: (element: Element | null, y: number) => Target | undefined;
  /** Called when the target changes; undefined at the end. */
  onOver: (target: Target | undefined) => void;
  onDrop: (target: Target) => void;
}

/** Follows a pointer that was pressed on a handle, unless it is a mouse. */
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

/** Returns the scroll container of the handle. */
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
