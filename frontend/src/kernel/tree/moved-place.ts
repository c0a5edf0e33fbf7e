// Computes the position of an entry that is dropped before, after or on another one.

/** Gap between neighbours, for later insertions. */
const ROOM = 1_000_000;

export interface Target {
  /** The entry it is dropped at. */
  key: number;
  how: 'before' | 'after' | 'on';
}

export interface TreeEntry {
  id: number;
  parentId: number | null;
  position: number;
}

/**
 * Returns a position between two neighbours. If there is none left, returns that of the first; the
 * server then makes space after it.
 */
export function placeBetween(before: number | undefined, after: number | undefined): number {
  if (after === undefined) return (before ?? 0) + ROOM;
  return Math.floor(((before ?? 0) + after) / 2);
}

/** Returns the new position of an entry. Siblings are sorted by position. */
export function movedPlace(
  all: readonly TreeEntry[],
  moved: number,
  target: Target,
): Omit<TreeEntry, 'id'> | undefined {
  const over = all.find(({ id }) => id === target.key);
  if (!over || !all.some(({ id }) => id === moved)) return undefined;
  const parentId = target.how === 'on' ? over.id : over.parentId;
  const neighbours = all.filter((other) => other.parentId === parentId && other.id !== moved);
  const place = neighbours.findIndex(({ id }) => id === over.id);
  const index = target.how === 'on' ? neighbours.length : place + (target.how === 'after' ? 1 : 0);
  const position = placeBetween(neighbours[index - 1]?.position, neighbours[index]?.position);
  return { parentId, position };
}

// Cached: during a drag by keyboard, every step checks each of hundreds of entries.
const lines = new WeakMap<readonly TreeEntry[], ReadonlyMap<number, readonly TreeEntry[]>>();

/** Maps each entry to itself and its ancestors, nearest first. */
function linesOf(all: readonly TreeEntry[]): ReadonlyMap<number, readonly TreeEntry[]> {
  const known = lines.get(all);
  if (known) return known;
  const byId = new Map(all.map((entry) => [entry.id, entry]));
  const lineOf = (entry: TreeEntry): TreeEntry[] => {
    const above = entry.parentId === null ? undefined : byId.get(entry.parentId);
    return above ? [entry, ...lineOf(above)] : [entry];
  };
  const found = new Map(all.map((entry) => [entry.id, lineOf(entry)]));
  lines.set(all, found);
  return found;
}

/** Returns an entry and its descendants. */
export function branchOf<Item extends TreeEntry>(all: readonly Item[], id: number): Item[] {
  const known = linesOf(all);
  return all.filter((one) => known.get(one.id)?.some((above) => above.id === id));
}

/**
 * Returns whether an entry fits at a target: not inside itself, and not deeper than allowed with
 * its descendants.
 */
export function fitsIn(
  all: readonly TreeEntry[],
  moved: number,
  target: Target,
  mostLevels: number,
): boolean {
  const place = movedPlace(all, moved, target);
  if (!place) return false;
  const known = linesOf(all);
  const lineOf = (id: number | null) => (id === null ? undefined : known.get(id)) ?? [];
  const above = lineOf(place.parentId);
  if (above.some(({ id }) => id === moved)) return false;
  const own = lineOf(moved).length;
  const deepest = Math.max(...branchOf(all, moved).map(({ id }) => lineOf(id).length));
  return above.length + 1 + deepest - own <= mostLevels;
}

const STEPS = ['moveUp', 'moveDown', 'moveIn', 'moveOut'] as const;
export type Step = (typeof STEPS)[number];

/** Returns the target of each step without dragging. Undefined if the step is impossible. */
export function stepsOf(all: readonly TreeEntry[], id: number): [Step, Target | undefined][] {
  const moved = all.find((entry) => entry.id === id);
  const neighbours = all.filter((entry) => entry.parentId === moved?.parentId);
  const place = neighbours.findIndex((entry) => entry.id === id);
  const to = (key: number | null | undefined, how: Target['how']) =>
    typeof key === 'number' ? { key, how } : undefined;
  const [before, behind] = [neighbours[place - 1]?.id, neighbours[place + 1]?.id];
  const targets: Record<Step, Target | undefined> = {
    moveUp: to(before, 'before'),
    moveDown: to(behind, 'after'),
    moveIn: to(before, 'on'),
    moveOut: to(moved?.parentId, 'after'),
  };
  return STEPS.map((step) => [step, targets[step]]);
}
