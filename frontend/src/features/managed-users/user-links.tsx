// The current and former member links of a user, and the search for candidates.
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { useAccess } from '~/kernel/access/access';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDate } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { Candidates } from '~/kernel/link/candidates';
import { EndLink } from '~/kernel/link/end-link';
import { isLive, LINK_TONES } from '~/kernel/link/link-tones';
import classes from '~/kernel/link/links.module.css';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { MEMBERS_PATH } from '~/kernel/screen/known-paths';
import { Dotted } from '~/ui/dotted';
import { LinkedIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { StateMessage } from '~/ui/state-message';
import { ToneBadge } from '~/ui/tone-badge';
import { memberCandidatesKey, useLinksChanged, useUserLinks } from './use-user-links';
import type { User } from './user-resource';

type UserLink = Answer<'ListUserLinks'>[number];

export function UserLinks({ user }: { user: User }) {
  const t = useText();
  const links = useUserLinks(user.userId);
  const [seeking, setSeeking] = useState(false);
  if (links.isPending) return <FieldsSkeleton />;
  if (links.isError) return <QueryError error={links.error} retry={() => void links.refetch()} />;
  const find = user.can.update.allowed && !seeking && (
    <Stack gap={4} align="flex-start">
      <Button
        variant="default"
        onClick={() => {
          setSeeking(true);
        }}
      >
        {t('user.findMembers')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('member.revealNotice')}
      </Text>
    </Stack>
  );
  return (
    <Stack gap="md">
      {links.data.length === 0 && !seeking && (
        <StateMessage icon={LinkedIcon} title={t('user.noLinks')}>
          {t('user.noLinksHint')}
        </StateMessage>
      )}
      {links.data.length > 0 && (
        <div>
          {links.data.map((link) => (
            <LinkRow
              key={link.linkId}
              link={link}
              user={user}
              onEnded={() => {
                setSeeking(false);
              }}
            />
          ))}
        </div>
      )}
      {find}
      {seeking && user.can.update.allowed && <MemberCandidates userId={user.userId} />}
    </Stack>
  );
}

interface LinkRowProps {
  link: UserLink;
  user: User;
  /** Called to hide the candidates. */
  onEnded: () => void;
}

function LinkRow({ link, user, onEnded }: LinkRowProps) {
  const t = useText();
  const access = useAccess(MEMBERS_PATH);
  const changed = useLinksChanged(user.userId);
  const queryClient = useQueryClient();
  const { userId } = user;
  return (
    <div className={classes.row}>
      <div className={classes.who}>
        <Group gap="xs">
          {access.read ? (
            <Anchor component={Link} to={`${MEMBERS_PATH}/${String(link.memberId)}`} fw={550}>
              <bdi>{link.memberName}</bdi>
            </Anchor>
          ) : (
            <Text fw={550} component="bdi">
              {link.memberName}
            </Text>
          )}
          <ToneBadge tone={LINK_TONES[link.state]}>
            {textIfKnown(`link.state.${link.state}`)}
          </ToneBadge>
        </Group>
        <Text size="sm" c="dimmed">
          <Dotted
            parts={[
              link.companyName,
              link.memberNo,
              link.evidence && textIfKnown(`evidence.${link.evidence}`),
              link.state === 'ACTIVE' && link.acceptedAt === null && t('link.notAccepted'),
              formatDate(link.closedAt ?? link.activatedAt ?? link.createdAt),
            ]}
          />
        </Text>
      </div>
      {isLive(link) && user.can.update.allowed && (
        <EndLink
          state={link.state}
          name={link.memberName}
          end={() => call('EndUserLink', { path: { userId, linkId: link.linkId } })}
          onEnded={() => {
            // The former member is a candidate again, on request only: the search is logged.
            onEnded();
            queryClient.removeQueries({ queryKey: memberCandidatesKey(userId) });
            return changed();
          }}
        />
      )}
    </div>
  );
}

function MemberCandidates({ userId }: { userId: number }) {
  const changed = useLinksChanged(userId);
  const queryClient = useQueryClient();
  const path = { userId };
  return (
    <Candidates
      queryKey={memberCandidatesKey(userId)}
      seek={(signal) => call('ListMemberCandidates', { path }, signal)}
      idOf={({ memberId }) => memberId}
      partsOf={(candidate) => [
        candidate.companyName,
        candidate.memberNo,
        candidate.birthDate,
        candidate.phoneNumber,
        candidate.email,
      ]}
      atOnce={({ memberId }) => `?tab=links&member=${String(memberId)}`}
      ask={async ({ memberId }) => {
        await call('CreateUserLink', { path, body: { memberId } });
        // A linked member is no longer a candidate. The search is not repeated for that.
        queryClient.setQueryData<Answer<'ListMemberCandidates'>>(
          memberCandidatesKey(userId),
          (known) => known?.filter((candidate) => candidate.memberId !== memberId),
        );
      }}
      onAsked={changed}
      texts={{
        find: 'user.findMembers',
        none: 'user.noCandidates',
        noneHint: 'user.noCandidatesHint',
      }}
    />
  );
}
