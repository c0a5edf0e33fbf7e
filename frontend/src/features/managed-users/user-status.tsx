// The status of a user: plain if all is well, highlighted if it needs attention.
import type { Answer } from '~/domain/client';
import { choiceKind } from '~/kernel/field/choice-kind';
import { badgeWidth, ToneBadge, type Tone } from '~/ui/tone-badge';

type Status = Answer<'GetUser'>['status'];

const TONES: Record<Status, Tone | undefined> = {
  ACTIVE: undefined,
  SOON_DORMANT: 'raised',
  DORMANT: 'neutral',
};

const isStatus = (word: string): word is Status => word in TONES;

export const userStatusKind = choiceKind({
  words: Object.keys(TONES),
  prefix: 'user.status',
  multiple: true,
  show: (word, label) => {
    const tone = isStatus(word) ? TONES[word] : undefined;
    return tone === undefined ? label : <ToneBadge tone={tone}>{label}</ToneBadge>;
  },
  roomOf: badgeWidth,
});
