// The companies that the member is linked with, and those that request a link.
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useAsk } from '~/kernel/dialog/question';
import { errorText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDate } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { MoreButton } from '~/kernel/pages/more-button';
import { toast } from '~/kernel/toast/toast';
import { Dotted } from '~/ui/dotted';
import classes from './me-page.module.css';
import { useAnswerLink, useOpenLinks, type OwnLink } from './own-links';

export function LinksCard() {
  const t = useText();
  const links = useOpenLinks();
  if (links.isPending) return <Skeleton height={72} radius={8} />;
  if (links.isError) return <QueryError error={links.error} retry={() => void links.refetch()} />;
  // A link that staff made in person also waits for the member's answer.
  const isAsked = (link: OwnLink) => link.acceptedAt === null;
  const requests = links.rows.filter(isAsked);
  const active = links.rows.filter((link) => !isAsked(link));
  if (requests.length + active.length === 0) {
    return <p className={classes.text}>{t('me.notLinked')}</p>;
  }
  return (
    <Stack gap="md">
      {requests.map((link) => (
        <Request key={link.linkId} link={link} />
      ))}
      {active.map((link) => (
        <Active key={link.linkId} link={link} />
      ))}
      <MoreButton pages={links} />
    </Stack>
  );
}

function Request({ link }: { link: OwnLink }) {
  const t = useText();
  const ask = useAsk();
  const answer = useAnswerLink(link.linkId);
  const isMade = link.state === 'ACTIVE';
  const refused = isMade ? 'ENDED' : 'DECLINED';
  const refuse = isMade ? 'link.end' : 'ownLink.decline';
  const choose = (state: 'ACTIVE' | 'DECLINED' | 'ENDED') => {
    const done = isMade ? 'link.ended' : 'ownLink.declined';
    answer.mutate(state, {
      onSuccess: () => {
        toast('success', t(state === 'ACTIVE' ? 'ownLink.accepted' : done));
      },
      onError: (error) => {
        toast('error', errorText(error));
      },
    });
  };
  return (
    <section className={classes.request} aria-label={link.companyName}>
      <Company link={link} since={link.createdAt} />
      <p className={classes.hint}>{t(isMade ? 'ownLink.inPerson' : 'ownLink.asked')}</p>
      <Group gap="xs" mt="xs">
        <Button
          size="compact-md"
          loading={answer.isPending && answer.variables === 'ACTIVE'}
          disabled={answer.isPending}
          onClick={() => {
            choose('ACTIVE');
          }}
        >
          {t('ownLink.accept')}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          loading={answer.isPending && answer.variables === refused}
          disabled={answer.isPending}
          onClick={() => {
            ask({
              title: t(refuse),
              text: t(isMade ? 'ownLink.endQuestion' : 'ownLink.declineQuestion', {
                name: link.companyName,
              }),
              confirmLabel: t(refuse),
              onConfirm: () => {
                choose(refused);
              },
            });
          }}
        >
          {t(refuse)}
        </Button>
      </Group>
    </section>
  );
}

function Active({ link }: { link: OwnLink }) {
  const t = useText();
  const ask = useAsk();
  const answer = useAnswerLink(link.linkId);
  return (
    <Group justify="space-between" gap="xs">
      <Company link={link} since={link.activatedAt ?? link.createdAt} />
      <Button
        variant="default"
        size="compact-md"
        loading={answer.isPending}
        aria-label={`${t('link.end')}: ${link.companyName}`}
        onClick={() => {
          ask({
            title: t('link.end'),
            text: t('ownLink.endQuestion', { name: link.companyName }),
            confirmLabel: t('link.end'),
            onConfirm: () => {
              answer.mutate('ENDED', {
                onSuccess: () => {
                  toast('success', t('link.ended'));
                },
                onError: (error) => {
                  toast('error', errorText(error));
                },
              });
            },
          });
        }}
      >
        {t('link.end')}
      </Button>
    </Group>
  );
}

function Company({ link, since }: { link: OwnLink; since: string }) {
  return (
    <div>
      <Text fw={600} component="bdi">
        {link.companyName}
      </Text>
      <Text size="sm" c="dimmed">
        <Dotted parts={[link.memberNo, formatDate(since)]} />
      </Text>
    </div>
  );
}
