// Places the toasts where they cover no control of the current page.
import { freePlace, overlap, type Box } from '~/kernel/toast/free-place';

const MESSAGES = '.mantine-Notifications-root[data-position="bottom-right"]';
const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="option"], [contenteditable="true"]';
const WORDS = 'h1, h2, h3, p, td, th, label, dt, dd, time, figure, svg[role="img"]';
/** Layers that make the page inert. Menus and calendars open above them. */
const OVER_PAGE = '[aria-modal="true"]';
const OVER_ALL = `${OVER_PAGE}, [data-portal]`;
const MARGIN = 12;
const BETWEEN = 16;
/** The page, or a part of it, is loading. */
const LOADING = '[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root';
/**
 * Once the page has not been loading for this long, the toasts stay where they are, so that they
 * can be read.
 */
const SETTLING = 600;
/** Toasts do not move during scrolling, but once it has stopped. */
const REST = 200;

export interface ToastPlacer {
  /** Moves the toasts if a control has appeared under them. */
  look: () => void;
  leave: () => void;
}

export function makeToastPlacer(): ToastPlacer {
  let place: { left: number; top: number } | undefined;
  let scrolledAt = 0;
  let changedAt = Date.now();
  let page = '';
  const scrolled = () => {
    scrolledAt = Date.now();
  };
  window.addEventListener('scroll', scrolled, { passive: true, capture: true });
  return {
    look: () => {
      const messages = document.querySelector<HTMLElement>(MESSAGES);
      const resting = Date.now() - scrolledAt > REST;
      // A toast must not move away from a user who is about to close it.
      if (!messages || (place && (!resting || messages.matches(':hover, :focus-within')))) return;
      const width = messages.offsetWidth;
      const height = heightOf(messages);
      if (height === 0) return;
      // From then on they keep their position: only layers over the page or another toast move
      // them.
      const now = `${window.location.href} ${String(height)}`;
      if (now !== page || document.querySelector(LOADING)) [page, changedAt] = [now, Date.now()];
      const isSettled = place !== undefined && Date.now() - changedAt > SETTLING;
      const controls = boxesOf(CONTROLS, messages, isSettled);
      if (place) {
        const { left, top } = place;
        const box: Box = { left, top, right: left + width, bottom: top + height };
        if (isInside(box, windowBox()) && !controls.some((other) => overlap(box, other))) return;
      }
      place = freePlace({
        within: withinReach(),
        width,
        height,
        controls: boxesOf(CONTROLS, messages),
        words: boxesOf(WORDS, messages),
        side: document.documentElement.dir === 'rtl' ? 'left' : 'right',
      });
      Object.assign(messages.style, {
        left: `${String(place.left)}px`,
        top: `${String(place.top)}px`,
        right: 'auto',
        bottom: 'auto',
      });
    },
    leave: () => {
      window.removeEventListener('scroll', scrolled, { capture: true });
    },
  };
}

/** Returns their final height: a toast that is appearing does not have its full height yet. */
function heightOf(messages: HTMLElement): number {
  const each = [...messages.querySelectorAll<HTMLElement>('[role="alert"], [role="status"]')];
  const heights = each.map((message) => message.scrollHeight + 2);
  return heights.reduce((sum, one) => sum + one, Math.max(0, each.length - 1) * BETWEEN);
}

function windowBox(): Box {
  return { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
}

/** The area below the page's header, or the window if a dialog covers the header. */
function withinReach(): Box {
  const header = document.querySelector(OVER_PAGE)
    ? 0
    : (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0);
  return {
    left: MARGIN,
    top: Math.max(0, header) + MARGIN / 2,
    right: document.documentElement.clientWidth - MARGIN,
    bottom: window.innerHeight - MARGIN,
  };
}

function boxesOf(selector: string, messages: HTMLElement, overPageAlone = false): Box[] {
  const covered = overPageAlone || document.querySelector(OVER_PAGE) !== null;
  const screen = windowBox();
  return [...document.querySelectorAll(selector)]
    .filter((element) => !messages.contains(element))
    .filter((element) => !covered || element.closest(OVER_ALL))
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.width > 0 && overlap(box, screen));
}

function isInside(box: Box, other: Box): boolean {
  return (
    box.left >= other.left &&
    box.top >= other.top &&
    box.right <= other.right &&
    box.bottom <= other.bottom
  );
}
