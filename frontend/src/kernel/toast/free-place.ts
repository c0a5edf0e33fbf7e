// Finds a place for a toast that covers nothing the user may want to press next.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Room {
  /** The area available to toasts. */
  within: Box;
  width: number;
  height: number;
  /** Interactive elements: covered only if there is no other place. */
  controls: readonly Box[];
  /** Texts: covered only if there is no empty place. */
  words: readonly Box[];
  /** The preferred side: the end of a line. */
  side: 'left' | 'right';
}

/** Distance between the places tried. */
const STEP = 12;
/** Distance between a toast and an interactive element. */
const DISTANCE = 4;

/**
 * Returns the best place near the lower corner: an empty one, else one over text only, else the one
 * that covers the fewest controls. Moving up along the side costs less than moving away from it.
 */
export function freePlace(room: Room): { left: number; top: number } {
  const { within, width, height, controls, words, side } = room;
  const places: { left: number; top: number; cost: number }[] = [];
  for (let left = within.right - width; left >= within.left; left -= STEP) {
    for (let top = within.bottom - height; top >= within.top; top -= STEP) {
      const aside = within.right - width - left;
      const up = within.bottom - height - top;
      const mirrored = side === 'right' ? left : within.left + within.right - width - left;
      places.push({ left: mirrored, top, cost: 2 * aside + up });
    }
  }
  places.sort((one, other) => one.cost - other.cost);
  const boxAt = ({ left, top }: { left: number; top: number }): Box => ({
    left: left - DISTANCE,
    top: top - DISTANCE,
    right: left + width + DISTANCE,
    bottom: top + height + DISTANCE,
  });
  const besideControls = places.filter((place) => isFree(boxAt(place), controls));
  const [corner] = places;
  return (
    besideControls.find((place) => isFree(boxAt(place), words)) ??
    besideControls[0] ??
    fewest(places, (place) => controls.filter((box) => overlap(boxAt(place), box)).length) ??
    corner ?? { left: within.left, top: within.top }
  );
}

export function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}

function isFree(box: Box, boxes: readonly Box[]): boolean {
  return !boxes.some((other) => overlap(box, other));
}

function fewest<Place>(places: readonly Place[], covers: (place: Place) => number) {
  let best: Place | undefined;
  let least = Infinity;
  for (const place of places) {
    const count = covers(place);
    if (count < least) [best, least] = [place, count];
  }
  return best;
}
