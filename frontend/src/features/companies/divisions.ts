// The departments of a company in tree order, and the positions of moved ones.
import { useQuery } from '@tanstack/react-query';
import { call, type Answer, type Body } from '~/domain/client';
import { movedPlace, placeBetween, type TreeEntry, type Target } from '~/kernel/tree/moved-place';

export type Division = Answer<'GetDivision'>;
type Move = NonNullable<Body<'UpdateDivision'>>;

/** Root of the query keys of departments. */
export const DIVISIONS = 'divisions';
/** Fields that may differ after restoring a department. */
export const FIELDS = [{ name: 'parentDivisionId', label: 'division.parent' }] as const;
/** The server's maximum number of levels. */
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

/** Returns the level of a department. The top level is 1. */
export function levelOf(all: readonly Division[], division: Division): number {
  const above = all.find(({ divisionId }) => divisionId === division.parentDivisionId);
  return above ? levelOf(all, above) + 1 : 1;
}

/** Returns a department and its descendants, which cannot be its parent. */
export function branchOf(all: readonly Division[], divisionId: number): Set<number> {
  const branch = new Set([divisionId]);
  // Parents precede their children.
  for (const division of all) {
    if (division.parentDivisionId !== null && branch.has(division.parentDivisionId))
      branch.add(division.divisionId);
  }
  return branch;
}

/** Returns the number of members in a department's subtree, which its list shows. */
export function membersOf(all: readonly Division[], divisionId: number): number {
  const branch = branchOf(all, divisionId);
  return all.reduce(
    (sum, division) => sum + (branch.has(division.divisionId) ? division.memberCount : 0),
    0,
  );
}

/** Returns the position after the last child of `parent`. */
export function lastPlace(all: readonly Division[], parent: number | null): number {
  return placeBetween(neighboursOf(all, parent).at(-1)?.position, undefined);
}

/** Returns the departments as tree entries. */
export function placed(all: readonly Division[]): (Division & TreeEntry)[] {
  return all.map((division) => ({
    ...division,
    id: division.divisionId,
    parentId: division.parentDivisionId,
  }));
}

/** Returns the changes of a moved department, or undefined if it would be inside itself. */
export function moveTo(all: readonly Division[], id: number, target: Target): Move | undefined {
  const moved = all.find(({ divisionId }) => divisionId === id);
  const place = movedPlace(placed(all), id, target);
  if (!moved || !place || branchOf(all, id).has(target.key)) return undefined;
  const { parentId: parentDivisionId, position } = place;
  return { parentDivisionId, position, version: moved.version };
}
