// The users whom a member may be linked with. They are sought when somebody asks for them, because it is written down.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call, type Answer } from '~/domain/client';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDate } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { toast } from '~/kernel/toast/toast';
import { Dotted } from '~/ui/dotted';
import { NoMatchIcon } from '~/ui/icons';
import { StateMessage } from '~/ui/state-message';
import { ToneBadge } from '~/ui/tone-badge';
import { candidatesKey, linksKey } from './links';
import classes from './member-links.module.css';

export type Candidate = Answer<'ListLinkCandidates'>[number];

export function LinkCandidates({ memberId }: { memberId: number }) {
  const t = useText();
  const candidates = useQuery({
    queryKey: candidatesKey(memberId),
    queryFn: ({ signal }) => call('ListLinkCandidates', { path: { memberId } }, signal),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  if (candidates.isPending) return <FieldsSkeleton />;
  if (candidates.isError)
    return <QueryError error={candidates.error} retry={() => void candidates.refetch()} />;
  if (candidates.data.length === 0) {
    return (
      <StateMessage
        icon={NoMatchIcon}
        title={t('link.noCandidates')}
        actions={
          <Button
            variant="default"
            loading={candidates.isFetching}
            onClick={() => void candidates.refetch()}
          >
            {t('action.retry')}
          </Button>
        }
      >
        {t('link.noCandidatesHint')}
      </StateMessage>
    );
  }
  return (
    <Stack gap="xs" role="list" aria-label={t('link.find')}>
      {candidates.data.map((candidate) => (
        <CandidateRow key={candidate.userId} memberId={memberId} candidate={candidate} />
      ))}
    </Stack>
  );
}

function CandidateRow({ memberId, candidate }: { memberId: number; candidate: Candidate }) {
  const t = useText();
  const queryClient = useQueryClient();
  const { userId } = candidate;
  const ask = useMutation({
    mutationFn: () => call('CreateMemberLink', { path: { memberId }, body: { userId } }),
    onSuccess: () => {
      toast('success', t('link.asked'));
    },
    onError: (error) => {
      const [reason] = fieldErrorsOf(error);
      toast('error', reason ? fieldErrorText(reason) : errorText(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: linksKey(memberId) }),
  });
  return (
    <div className={classes.row} role="listitem">
      <div className={classes.who}>
        <Group gap="xs">
          <Text fw={550} component="bdi">
            {candidate.name}
          </Text>
          {!candidate.hasSameName && <ToneBadge tone="raised">{t('link.otherName')}</ToneBadge>}
          {candidate.matches.map((match) => (
            <ToneBadge key={match} tone="good">
              {textIfKnown(`link.match.${match}`)}
            </ToneBadge>
          ))}
        </Group>
        <Text size="sm" c="dimmed">
          <Dotted
            parts={[
              candidate.birthDate,
              candidate.phoneNumber,
              candidate.email,
              textIfKnown(`userLevel.${candidate.level}`),
              `${t('me.since')} ${formatDate(candidate.createdAt)}`,
            ]}
          />
        </Text>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          component={Link}
          to={{ pathname: 'link', search: `?user=${String(userId)}` }}
          state={DIALOG_STATE}
        >
          {t('link.atOnce')}
        </Button>
        <Button
          size="xs"
          loading={ask.isPending}
          onClick={() => {
            ask.mutate();
          }}
        >
          {t('link.ask')}
        </Button>
      </Group>
    </div>
  );
}
