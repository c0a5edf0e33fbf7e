// The current and former user links of a member, and the search for candidates.
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { useAccess } from '~/kernel/access/access';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDate } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { EndLink } from '~/kernel/link/end-link';
import { isLive, LINK_TONES } from '~/kernel/link/link-tones';
import classes from '~/kernel/link/links.module.css';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { REGULAR_USERS_PATH } from '~/kernel/screen/known-paths';
import { Dotted } from '~/ui/dotted';
import { LinkedIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { StateMessage } from '~/ui/state-message';
import { ToneBadge } from '~/ui/tone-badge';
import { LinkCandidates } from './link-candidates';
import { candidatesKey, linksKey } from './links';
import type { Member } from './member-resource';

type MemberLink = Answer<'ListMemberLinks'>[number];

export function MemberLinks({ member }: { member: Member }) {
  const t = useText();
  const { memberId } = member;
  const links = useQuery({
    queryKey: linksKey(memberId),
    queryFn: ({ signal }) => call('ListMemberLinks', { path: { memberId } }, signal),
  });
  const [seeking, setSeeking] = useState(false);
  const mayRegister = useAccess(REGULAR_USERS_PATH).create;
  if (links.isPending) return <FieldsSkeleton />;
  if (links.isError) return <QueryError error={links.error} retry={() => void links.refetch()} />;
  const live = links.data.find(isLive);
  const past = links.data.filter((link) => !isLive(link));
  // Most useful after a search without results.
  const register = mayRegister && (
    <Button
      component={Link}
      to="link"
      state={DIALOG_STATE}
      variant="subtle"
      size={seeking ? 'sm' : 'xs'}
    >
      {t('user.register')}
    </Button>
  );
  return (
    <Stack gap="md">
      {live && <LinkRow link={live} member={member} />}
      {!live && seeking && <LinkCandidates memberId={memberId} otherwise={register} />}
      {!live && !seeking && (
        <StateMessage
          icon={LinkedIcon}
          title={t('link.none')}
          actions={
            member.can.update.allowed ? (
              <Stack gap={4} align="center">
                <Button
                  onClick={() => {
                    setSeeking(true);
                  }}
                >
                  {t('link.find')}
                </Button>
                <Text size="sm" c="dimmed">
                  {t('member.revealNotice')}
                </Text>
                {register}
              </Stack>
            ) : undefined
          }
        >
          {t('link.noneHint')}
        </StateMessage>
      )}
      {past.length > 0 && (
        <section>
          <Title order={3} size="h6" mb="xs">
            {t('link.past')}
          </Title>
          <Stack gap="xs">
            {past.map((link) => (
              <LinkRow key={link.linkId} link={link} member={member} />
            ))}
          </Stack>
        </section>
      )}
    </Stack>
  );
}

/** The server masks the personal data of links that are not active or not accepted. */
function LinkRow({ link, member }: { link: MemberLink; member: Member }) {
  const t = useText();
  const queryClient = useQueryClient();
  const { memberId } = member;
  return (
    <div className={classes.row}>
      <div className={classes.who}>
        <Group gap="xs">
          <Text fw={550} component="bdi">
            {link.userName}
          </Text>
          <ToneBadge tone={LINK_TONES[link.state]}>
            {textIfKnown(`link.state.${link.state}`)}
          </ToneBadge>
        </Group>
        <Text size="sm" c="dimmed">
          <Dotted
            parts={[
              link.phoneNumber,
              link.level && textIfKnown(`userLevel.${link.level}`),
              link.evidence && textIfKnown(`evidence.${link.evidence}`),
              link.state === 'ACTIVE' && link.acceptedAt === null && t('link.notAccepted'),
              timesOf(link),
              link.requestedBy,
            ]}
          />
        </Text>
      </div>
      {isLive(link) && member.can.update.allowed && (
        <EndLink
          state={link.state}
          name={link.userName}
          end={() => call('EndMemberLink', { path: { memberId, linkId: link.linkId } })}
          onEnded={() => {
            // The former user is a candidate again.
            queryClient.removeQueries({ queryKey: candidatesKey(memberId) });
            return queryClient.invalidateQueries({ queryKey: linksKey(memberId) });
          }}
        />
      )}
    </div>
  );
}

/** Formats the period of the link's state. */
function timesOf({ state, createdAt, activatedAt, closedAt }: MemberLink): string {
  const from = formatDate(activatedAt ?? createdAt);
  return closedAt === null || state === 'DECLINED' ? from : `${from} ~ ${formatDate(closedAt)}`;
}
