// Candidates for a link, from either side, with the attributes they share and the two ways of
// linking. The search runs only on request, because it is logged.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Answer } from '~/domain/client';
import { reasonText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { textIfKnown, useText, type MessageKey } from '~/kernel/i18n/i18n';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { toast } from '~/kernel/toast/toast';
import { Dotted } from '~/ui/dotted';
import { NoMatchIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { StateMessage } from '~/ui/state-message';
import { ToneBadge } from '~/ui/tone-badge';
import classes from './links.module.css';

export interface Candidate {
  name: string;
  hasSameName: boolean;
  matches: Answer<'ListLinkCandidates'>[number]['matches'];
}

interface CandidatesProps<C extends Candidate> {
  /** Results are cached: every search is logged, so it must not be refetched automatically. */
  queryKey: readonly unknown[];
  seek: (signal: AbortSignal) => Promise<C[]>;
  idOf: (candidate: C) => number;
  /** Returns the attributes shown next to the candidate's name. */
  partsOf: (candidate: C) => readonly (string | null | undefined)[];
  /** Returns the address of the dialog that links immediately. */
  atOnce: (candidate: C) => string;
  ask: (candidate: C) => Promise<unknown>;
  onAsked: () => Promise<unknown>;
  texts: { find: MessageKey; none: MessageKey; noneHint: MessageKey };
  /** An alternative action, also shown if there are no candidates. */
  otherwise?: ReactNode;
}

export function Candidates<C extends Candidate>(props: CandidatesProps<C>) {
  const t = useText();
  const { queryKey, seek, idOf, texts, otherwise } = props;
  const candidates = useQuery({
    queryKey,
    queryFn: ({ signal }) => seek(signal),
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
        title={t(texts.none)}
        actions={
          <>
            <Button
              variant="default"
              loading={candidates.isFetching}
              onClick={() => void candidates.refetch()}
            >
              {t('action.retry')}
            </Button>
            {otherwise}
          </>
        }
      >
        {t(texts.noneHint)}
      </StateMessage>
    );
  }
  return (
    <Stack gap="xs">
      <Stack gap="xs" role="list" aria-label={t(texts.find)}>
        {candidates.data.map((candidate) => (
          <CandidateRow key={idOf(candidate)} {...props} candidate={candidate} />
        ))}
      </Stack>
      {otherwise}
    </Stack>
  );
}

function CandidateRow<C extends Candidate>({
  candidate,
  partsOf,
  atOnce,
  ask,
  onAsked,
}: CandidatesProps<C> & { candidate: C }) {
  const t = useText();
  const asking = useMutation({
    mutationFn: () => ask(candidate),
    onSuccess: () => {
      toast('success', t('link.asked'));
    },
    onError: (error) => {
      toast('error', reasonText(error));
    },
    onSettled: onAsked,
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
          <Dotted parts={partsOf(candidate)} />
        </Text>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          component={Link}
          to={{ pathname: 'link', search: atOnce(candidate) }}
          state={DIALOG_STATE}
        >
          {t('link.atOnce')}
        </Button>
        <Button
          size="xs"
          loading={asking.isPending}
          onClick={() => {
            asking.mutate();
          }}
        >
          {t('link.ask')}
        </Button>
      </Group>
    </div>
  );
}
