// The users of the app whom a member is or was linked with, and the search for those who may be.
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call, type Answer } from '~/domain/client';
import { useAccess } from '~/kernel/access/access';
import { useAsk } from '~/kernel/dialog/question';
import { errorText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDate } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { LINK_TONES } from '~/kernel/link/link-tones';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { REGULAR_USERS_PATH } from '~/kernel/screen/known-paths';
import { toast } from '~/kernel/toast/toast';
import { Dotted } from '~/ui/dotted';
import { LinkedIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import { ToneBadge } from '~/ui/tone-badge';
import { LinkCandidates } from './link-candidates';
import { candidatesKey, isLive, linksKey } from './links';
import classes from './member-links.module.css';
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
  return (
    <Stack gap="md">
      {live && <LinkRow link={live} member={member} />}
      {!live && seeking && <LinkCandidates memberId={memberId} />}
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
                {mayRegister && (
                  <Button
                    component={Link}
                    to="link"
                    state={DIALOG_STATE}
                    variant="subtle"
                    size="xs"
                  >
                    {t('user.register')}
                  </Button>
                )}
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

/** What a person is told of a link is masked by the server unless it is active. */
function LinkRow({ link, member }: { link: MemberLink; member: Member }) {
  const t = useText();
  const ask = useAsk();
  const queryClient = useQueryClient();
  const { memberId } = member;
  const isRequest = link.state === 'REQUESTED';
  const end = useMutation({
    mutationFn: () => call('EndMemberLink', { path: { memberId, linkId: link.linkId } }),
    onSuccess: () => {
      toast('success', t(isRequest ? 'link.withdrawn' : 'link.ended'));
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
    onSettled: () => {
      // Whoever was linked may be sought again.
      queryClient.removeQueries({ queryKey: candidatesKey(memberId) });
      return queryClient.invalidateQueries({ queryKey: linksKey(memberId) });
    },
  });
  const label = t(isRequest ? 'link.withdraw' : 'link.end');
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
              timesOf(link),
              link.requestedBy,
            ]}
          />
        </Text>
      </div>
      {isLive(link) && member.can.update.allowed && (
        <Button
          variant="default"
          size="xs"
          loading={end.isPending}
          onClick={() => {
            ask({
              title: label,
              text: t(isRequest ? 'link.withdrawQuestion' : 'link.endQuestion', {
                name: link.userName,
              }),
              confirmLabel: label,
              onConfirm: () => {
                end.mutate();
              },
            });
          }}
        >
          {label}
        </Button>
      )}
    </div>
  );
}

/** From when to when it was what it is. */
function timesOf({ state, createdAt, activatedAt, closedAt }: MemberLink): string {
  const from = formatDate(activatedAt ?? createdAt);
  return closedAt === null || state === 'DECLINED' ? from : `${from} ~ ${formatDate(closedAt)}`;
}
