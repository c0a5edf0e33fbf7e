// Where a message can stand without lying over anything that somebody may want to press next.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Room {
  /** Where messages may stand at all. */
  within: Box;
  width: number;
  height: number;
  /** What can be pressed or written into: never covered while there is any other place. */
  controls: readonly Box[];
  /** What is read: covered only where there is no empty place. */
  words: readonly Box[];
  /** The side that messages belong to: the end of a line. */
  side: 'left' | 'right';
}

/** Places are tried at such distances. */
const STEP = 12;
/** Between a message and what can be pressed. */
const DISTANCE = 4;

/**
 * The free place nearest to the lower corner: an empty one, or else one over mere words, or else the one that
 * covers the fewest controls. Moving up a column costs less than leaving the side of the page.
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
