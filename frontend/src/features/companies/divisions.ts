// The departments of a company in the order of their tree, and where one comes that is moved by a step.
import { useQuery } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';

export type Division = Answer<'GetDivision'>;

/** Root of the query keys of departments. */
export const DIVISIONS = 'divisions';
/** Most levels, as the server has it. */
export const MAX_LEVELS = 5;
/** Room between neighbours, for what is moved there later. */
const ROOM = 1_000_000;

export function useDivisions(companyId: number | undefined) {
  return useQuery({
    queryKey: [DIVISIONS, 'of-company', companyId],
    queryFn: ({ signal }) => call('ListDivisions', { path: { companyId: companyId ?? 0 } }, signal),
    enabled: companyId !== undefined,
  });
}

function neighboursOf(all: readonly Division[], parent: number | null): Division[] {
  return all.filter((division) => division.parentDivisionId === parent);
}

/** The top is at level 1. */
export function levelOf(all: readonly Division[], division: Division): number {
  const above = all.find(({ divisionId }) => divisionId === division.parentDivisionId);
  return above ? levelOf(all, above) + 1 : 1;
}

/** Those that a division may not stand below: itself and what is below it. */
export function branchOf(all: readonly Division[], divisionId: number): Set<number> {
  const branch = new Set([divisionId]);
  // Each stands after the one above it.
  for (const division of all) {
    if (division.parentDivisionId !== null && branch.has(division.parentDivisionId))
      branch.add(division.divisionId);
  }
  return branch;
}

/** The members of a department and of those below it, as its list has them. */
export function membersOf(all: readonly Division[], divisionId: number): number {
  const branch = branchOf(all, divisionId);
  return all.reduce(
    (sum, division) => sum + (branch.has(division.divisionId) ? division.memberCount : 0),
    0,
  );
}

/** The place behind all that stand below `parent`. */
export function lastPlace(all: readonly Division[], parent: number | null): number {
  return (neighboursOf(all, parent).at(-1)?.position ?? 0) + ROOM;
}

/** The place one step up or down among the neighbours; undefined where there is none. */
export function stepTo(
  all: readonly Division[],
  division: Division,
  by: -1 | 1,
): number | undefined {
  const neighbours = neighboursOf(all, division.parentDivisionId);
  const index = neighbours.findIndex(({ divisionId }) => divisionId === division.divisionId);
  const over = neighbours[index + by];
  if (!over) return undefined;
  const beyond = neighbours[index + by * 2];
  if (by === 1) {
    return beyond ? between(over.position, beyond.position) : over.position + ROOM;
  }
  return between(beyond?.position ?? 0, over.position);
}

/** Where no room is left it is the first one's place, behind which the server makes room. */
function between(before: number, after: number): number {
  return Math.floor((before + after) / 2);
}
