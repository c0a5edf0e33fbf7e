// Changes or removes several records. Shows the form, a dry run with the outcome for each record,
// and the result.
import '~/ui/controls/at-once';
import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '~/domain/client';
import { useReturnToOpener } from '~/kernel/dialog/use-opener';
import { errorText, fieldErrorsOf } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { Refused } from '~/kernel/form/refused';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { bulkOutcome, isUnderWay, progressOf, useAnnounceJob, type Job } from '~/kernel/jobs/jobs';
import { useUndoBulk } from '~/kernel/jobs/undo-bulk';
import { useWatchedJob } from '~/kernel/jobs/watched-job';
import { toast } from '~/kernel/toast/toast';
import { useLayer } from '~/ui/layers';
import { BulkFields, WITHIN } from './bulk-fields';
import { BulkRows } from './bulk-rows';
import type { BulkRequest, FormValues, NamedField, Resource, ResourceRecord } from './definition';
import { FieldsSkeleton } from './field-list';

export interface BulkDialogProps extends BulkRequest {
  resource: Resource<ResourceRecord>;
  /** Called with whether a job was started. */
  onClose: (isDone: boolean) => void;
}

export default function BulkDialog(props: BulkDialogProps) {
  const { action, resource, selection, matching, like, onClose } = props;
  const t = useText();
  const [asked, setAsked] = useState<number>();
  const [isStarted, setIsStarted] = useState(false);
  const announce = useAnnounceJob();
  const queryClient = useQueryClient();
  const isClosed = useRef(false);
  useReturnToOpener();
  const ask = useMutation({
    mutationFn: (changes: FormValues | undefined) => {
      const body = { action, ...selection, ...(changes && { changes }) };
      const query = selection.selection === 'MATCHING' ? matching : {};
      return resource.api.bulk?.(query, body) ?? Promise.reject(new Error('No such call'));
    },
    onSuccess: (job) => {
      if (isClosed.current) drop(job.jobId);
      else setAsked(job.jobId);
    },
  });
  const isFinal = action === 'DELETE' && resource.bin === undefined;
  /** A dry run that is not followed up is cancelled. */
  const drop = (jobId: number) => {
    void call('CancelJob', { path: { jobId } })
      // The job may already have ended.
      .catch(() => undefined)
      .finally(() => void announce());
  };
  const close = () => {
    isClosed.current = true;
    if (asked !== undefined && !isStarted) drop(asked);
    // The end of the job may not be known here yet.
    if (isStarted) void queryClient.invalidateQueries({ queryKey: [resource.key] });
    onClose(isStarted);
  };
  useLayer(true, close);
  return (
    <Modal
      opened
      onClose={close}
      title={t(action === 'CHANGE' ? 'bulk.changeTitle' : 'bulk.deleteTitle')}
      size={720}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {asked === undefined ? (
        <Stack gap="md">
          {ask.isError && !isOfFields(ask.error) && <Refused title={errorText(ask.error)} />}
          {action === 'CHANGE' ? (
            <BulkFields
              resource={resource}
              like={like}
              error={ask.error}
              isPending={ask.isPending}
              onTry={ask.mutate}
              onCancel={close}
            />
          ) : (
            <>
              <Text>{t('bulk.deleteHint')}</Text>
              {isFinal && <Text fw={600}>{t('bulk.final')}</Text>}
              <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={close}>
                  {t('action.cancel')}
                </Button>
                <Button
                  data-autofocus
                  loading={ask.isPending}
                  onClick={() => {
                    ask.mutate(undefined);
                  }}
                >
                  {t('bulk.try')}
                </Button>
              </Group>
            </>
          )}
        </Stack>
      ) : (
        <Dealing
          jobId={asked}
          action={action}
          isFinal={isFinal}
          listKey={resource.key}
          fields={resource.fields}
          isStarted={isStarted}
          onStart={setIsStarted}
          onClose={close}
        />
      )}
    </Modal>
  );
}

/** Returns whether the error can be shown at the fields. Other errors are shown above them. */
function isOfFields(error: unknown): boolean {
  const told = fieldErrorsOf(error);
  return told.length > 0 && told.every(({ path }) => path.startsWith(WITHIN));
}

interface DealingProps {
  jobId: number;
  action: BulkDialogProps['action'];
  /** Whether the action cannot be undone. */
  isFinal: boolean;
  listKey: string;
  fields: readonly NamedField[];
  isStarted: boolean;
  /** Called with whether the job is started, as soon as the start is requested. */
  onStart: (isStarted: boolean) => void;
  onClose: () => void;
}

/** A job that does a dry run, waits for confirmation and then runs. */
function Dealing(props: DealingProps) {
  const { jobId, action, isFinal, listKey, fields, isStarted, onStart, onClose } = props;
  const t = useText();
  const queryClient = useQueryClient();
  const job = useWatchedJob(jobId);
  const announce = useAnnounceJob();
  const undo = useUndoBulk();
  const said = useRef<HTMLDivElement>(null);
  const begin = useRef<HTMLButtonElement>(null);
  const start = useMutation({
    mutationFn: () => call('StartBulk', { path: { jobId } }),
    onMutate: () => {
      onStart(true);
    },
    onSuccess: (started) => {
      queryClient.setQueryData(['jobs', 'one', jobId], started);
      return announce();
    },
    onError: (error) => {
      onStart(false);
      toast('error', errorText(error));
      return queryClient.invalidateQueries({ queryKey: ['jobs', 'one', jobId] });
    },
  });
  const state = job.data?.state;
  const isOver = isStarted && job.data !== undefined && !isUnderWay(job.data);
  useEffect(() => {
    if (!isOver) return;
    void queryClient.invalidateQueries({ queryKey: [listKey] });
    // The focused button has been unmounted.
    said.current?.focus();
  }, [isOver, queryClient, listKey]);
  useEffect(() => {
    if (state !== 'PREVIEW') return;
    // For a removal, the text gets the focus first, so that it is read before the start.
    const first = action === 'CHANGE' ? begin.current : null;
    (first ?? said.current)?.focus();
  }, [state, action]);
  if (job.isError && !job.data) {
    return <QueryError error={job.error} retry={() => void job.refetch()} />;
  }
  if (!job.data) return <FieldsSkeleton />;
  const waits = state === 'PREVIEW';
  const count = job.data.counts.updated;
  return (
    <Stack gap="md">
      {/* A permanent live region, so that a screen reader announces its changes. */}
      <div ref={said} role="status" tabIndex={-1}>
        <Said job={job.data} action={action} isFinal={isFinal} isStarted={isStarted} />
      </div>
      {!isUnderWay(job.data) && job.data.total > 0 && <BulkRows job={job.data} fields={fields} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t(waits && count > 0 ? 'action.cancel' : 'action.close')}
        </Button>
        {isOver && job.data.counts.changed > 0 && (
          <Button
            variant="default"
            loading={undo.isPending}
            onClick={() => {
              undo.mutate(jobId, { onSuccess: onClose });
            }}
          >
            {t('undo.action')}
          </Button>
        )}
        {waits && count > 0 && (
          <Button
            ref={begin}
            {...(action === 'DELETE' && { color: 'red' })}
            loading={start.isPending}
            onClick={() => {
              start.mutate();
            }}
          >
            {t(action === 'CHANGE' ? 'bulk.startChange' : 'bulk.startDelete', { count })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface SaidProps extends Pick<DealingProps, 'action' | 'isFinal' | 'isStarted'> {
  job: Job;
}

const WILL = { CHANGE: 'bulk.willChange', DELETE: 'bulk.willDelete' } as const;
const DID = { CHANGE: 'bulk.didChange', DELETE: 'bulk.didDelete' } as const;

function Said({ job, action, isFinal, isStarted }: SaidProps) {
  const t = useText();
  if (isUnderWay(job)) {
    const said = t(isStarted ? 'bulk.doing' : 'bulk.trying');
    const ratio = progressOf(job);
    return (
      <Stack gap="xs">
        <Text>{said}</Text>
        <Progress.Root size="md">
          <Progress.Section
            value={(ratio ?? 1) * 100}
            animated
            striped={ratio === undefined}
            aria-label={said}
          />
        </Progress.Root>
      </Stack>
    );
  }
  if (job.state === 'FAILED') {
    return (
      <Refused
        title={textIfKnown(`job.failure.${job.failure ?? ''}`) ?? t('job.failure.internal')}
      />
    );
  }
  const { updated } = job.counts;
  const waits = job.state === 'PREVIEW';
  const words = (waits ? WILL : DID)[action];
  return (
    <Stack gap={4}>
      {updated > 0 ? (
        <Text fw={600}>{t(words, { count: updated })}</Text>
      ) : (
        waits && <Text fw={600}>{t('bulk.nothing')}</Text>
      )}
      <Text size="sm" data-numeric>
        {bulkOutcome(job)}
      </Text>
      {waits && isFinal && updated > 0 && <Text size="sm">{t('bulk.final')}</Text>}
    </Stack>
  );
}
