// The tone of a link's state between user and member.
import type { Answer } from '~/domain/client';
import type { Tone } from '~/ui/tone-badge';

export type LinkState = Answer<'ListMemberLinks'>[number]['state'];

export const LINK_TONES: Record<LinkState, Tone> = {
  REQUESTED: 'info',
  ACTIVE: 'good',
  DECLINED: 'neutral',
  ENDED: 'neutral',
};

/** Returns whether the link is not closed. */
export function isLive({ state }: { state: LinkState }): boolean {
  return state === 'REQUESTED' || state === 'ACTIVE';
}
