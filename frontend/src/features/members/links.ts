// What links of members are known by, on both sides.
import type { Answer } from '~/domain/client';
import type { Tone } from '~/ui/tone-badge';

type State = Answer<'ListMemberLinks'>[number]['state'];

export const TONES: Record<State, Tone> = {
  REQUESTED: 'info',
  ACTIVE: 'good',
  DECLINED: 'neutral',
  ENDED: 'neutral',
};

export const linksKey = (memberId: number) => ['members', 'links', memberId];
/** Not below the members: what is written down with each search is not sought again by itself. */
export const candidatesKey = (memberId: number) => ['link-candidates', memberId];

export function isLive({ state }: { state: State }): boolean {
  return state === 'REQUESTED' || state === 'ACTIVE';
}
