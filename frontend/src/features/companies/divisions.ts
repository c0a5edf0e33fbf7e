// The departments of a company in the order of their tree, and where one comes that is moved.
import { useQuery } from '@tanstack/react-query';
import { call, type Answer, type Body } from '~/domain/client';
import { movedPlace, placeBetween, type Placed, type Target } from '~/kernel/tree/moved-place';

export type Division = Answer<'GetDivision'>;
type Move = NonNullable<Body<'UpdateDivision'>>;

/** Root of the query keys of departments. */
export const DIVISIONS = 'divisions';
/** What can come back otherwise from the bin. */
export const FIELDS = [{ name: 'parentDivisionId', label: 'division.parent' }] as const;
/** Most levels, as the server has it. */
export const MAX_LEVELS = 5;

export function removeDivision(divisionId: number) {
  return call('DeleteDivision', { path: { divisionId } });
}

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
  return placeBetween(neighboursOf(all, parent).at(-1)?.position, undefined);
}

/** The departments with what a tree asks of them. */
export function placed(all: readonly Division[]): (Division & Placed)[] {
  return all.map((division) => ({
    ...division,
    id: division.divisionId,
    parentId: division.parentDivisionId,
  }));
}

/** What changes of a department that is moved; nothing where it would stand below itself. */
export function moveTo(all: readonly Division[], id: number, target: Target): Move | undefined {
  const moved = all.find(({ divisionId }) => divisionId === id);
  const place = movedPlace(placed(all), id, target);
  if (!moved || !place || branchOf(all, id).has(target.key)) return undefined;
  const { parentId: parentDivisionId, position } = place;
  return { parentDivisionId, position, version: moved.version };
}
