// What the links of a member are kept under, and which of them are not closed.
import type { LinkState } from '~/kernel/link/link-tones';

export const linksKey = (memberId: number) => ['members', 'links', memberId];
/** Not below the members: what is written down with each search is not sought again by itself. */
export const candidatesKey = (memberId: number) => ['link-candidates', memberId];

export function isLive({ state }: { state: LinkState }): boolean {
  return state === 'REQUESTED' || state === 'ACTIVE';
}
