// The users that a member may be linked with.
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '~/domain/client';
import { formatDate } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { Candidates } from '~/kernel/link/candidates';
import { candidatesKey, linksKey } from './links';

interface LinkCandidatesProps {
  memberId: number;
  /** The alternative if the member is none of them. */
  otherwise: ReactNode;
}

export function LinkCandidates({ memberId, otherwise }: LinkCandidatesProps) {
  const t = useText();
  const queryClient = useQueryClient();
  const path = { memberId };
  return (
    <Candidates
      queryKey={candidatesKey(memberId)}
      seek={(signal) => call('ListLinkCandidates', { path }, signal)}
      idOf={({ userId }) => userId}
      partsOf={(candidate) => [
        candidate.birthDate,
        candidate.phoneNumber,
        candidate.email,
        textIfKnown(`userLevel.${candidate.level}`),
        `${t('me.since')} ${formatDate(candidate.createdAt)}`,
      ]}
      atOnce={({ userId }) => `?user=${String(userId)}`}
      ask={({ userId }) => call('CreateMemberLink', { path, body: { userId } })}
      onAsked={() => queryClient.invalidateQueries({ queryKey: linksKey(memberId) })}
      otherwise={otherwise}
      texts={{ find: 'link.find', none: 'link.noCandidates', noneHint: 'link.noCandidatesHint' }}
    />
  );
}
