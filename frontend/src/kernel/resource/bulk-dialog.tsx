// Changes or removes several records: what is to change, what would come of it for each of them, and what has.
import '~/ui/controls/at-once';
import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '~/domain/client';
import { errorText, fieldErrorsOf } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import {
  bulkOutcome,
  isUnderWay,
  progressOf,
  useAnnounceJob,
  useJob,
  useUndoBulk,
  type Job,
} from '~/kernel/jobs/jobs';
import { toast } from '~/kernel/toast/toast';
import { ErrorIcon } from '~/ui/icons';
import { BulkFields } from './bulk-fields';
import { BulkRows } from './bulk-rows';
import type { BulkBody, FormValues, ListQuery, Resource, ResourceRecord } from './definition';
import { FieldsSkeleton } from './field-list';

export interface BulkDialogProps {
  action: 'CHANGE' | 'DELETE';
  resource: Resource<ResourceRecord>;
  selection: Pick<BulkBody, 'selection' | 'recordIds'>;
  /** What the list is filtered by. */
  matching: ListQuery;
  /** What the selected records have in common. */
  like: FormValues;
  /** Called with whether anything was started. */
  onClose: (isDone: boolean) => void;
}

export default function BulkDialog(props: BulkDialogProps) {
  const { action, resource, selection, matching, like, onClose } = props;
  const t = useText();
  const [asked, setAsked] = useState<number>();
  const [isStarted, setIsStarted] = useState(false);
  const announce = useAnnounceJob();
  const ask = useMutation({
    mutationFn: (changes: FormValues | undefined) => {
      const body = { action, ...selection, ...(changes && { changes }) };
      const query = selection.selection === 'MATCHING' ? matching : {};
      return resource.api.bulk?.(query, body) ?? Promise.reject(new Error('No such call'));
    },
    onSuccess: (job) => {
      setAsked(job.jobId);
      return announce();
    },
  });
  const drop = useMutation({
    mutationFn: (jobId: number) => call('CancelJob', { path: { jobId } }),
    onSettled: announce,
  });
  const close = () => {
    // What was only tried is of no use to anybody.
    if (asked !== undefined && !isStarted) drop.mutate(asked);
    onClose(isStarted);
  };
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
          {ask.isError && fieldErrorsOf(ask.error).length === 0 && (
            <Alert
              color="red"
              variant="light"
              icon={<ErrorIcon size={18} stroke={1.6} />}
              role="alert"
              title={errorText(ask.error)}
            />
          )}
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
              {resource.bin === undefined && <Text fw={600}>{t('bulk.final')}</Text>}
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
          listKey={resource.key}
          isStarted={isStarted}
          onStarted={() => {
            setIsStarted(true);
          }}
          onClose={close}
        />
      )}
    </Modal>
  );
}

interface DealingProps {
  jobId: number;
  action: BulkDialogProps['action'];
  listKey: string;
  isStarted: boolean;
  onStarted: () => void;
  onClose: () => void;
}

/** A job that tries, waits and does. */
function Dealing({ jobId, action, listKey, isStarted, onStarted, onClose }: DealingProps) {
  const t = useText();
  const queryClient = useQueryClient();
  const job = useJob(jobId);
  const undo = useUndoBulk();
  const begin = useRef<HTMLButtonElement>(null);
  const start = useMutation({
    mutationFn: () => call('StartBulk', { path: { jobId } }),
    onSuccess: (started) => {
      queryClient.setQueryData(['jobs', 'one', jobId], started);
      onStarted();
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
  });
  const state = job.data?.state;
  const isOver = isStarted && job.data !== undefined && !isUnderWay(job.data);
  useEffect(() => {
    if (isOver) void queryClient.invalidateQueries({ queryKey: [listKey] });
  }, [isOver, queryClient, listKey]);
  useEffect(() => {
    if (state === 'PREVIEW') begin.current?.focus();
  }, [state]);
  if (job.isError && !job.data) {
    return <QueryError error={job.error} retry={() => void job.refetch()} />;
  }
  if (!job.data) return <FieldsSkeleton />;
  const waits = state === 'PREVIEW';
  const count = job.data.counts.updated;
  return (
    <Stack gap="md">
      <Said job={job.data} action={action} isStarted={isStarted} />
      {!isUnderWay(job.data) && job.data.total > 0 && <BulkRows job={job.data} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t(waits ? 'action.cancel' : 'action.close')}
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

interface SaidProps {
  job: Job;
  action: BulkDialogProps['action'];
  isStarted: boolean;
}

function Said({ job, action, isStarted }: SaidProps) {
  const t = useText();
  if (isUnderWay(job)) {
    const said = t(isStarted ? 'bulk.doing' : 'bulk.trying');
    const ratio = progressOf(job);
    return (
      <Stack gap="xs">
        <Text role="status">{said}</Text>
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
      <Alert
        color="red"
        variant="light"
        icon={<ErrorIcon size={18} stroke={1.6} />}
        role="alert"
        title={textIfKnown(`job.failure.${job.failure ?? ''}`) ?? t('job.failure.internal')}
      />
    );
  }
  const { updated } = job.counts;
  const will = action === 'CHANGE' ? 'bulk.willChange' : 'bulk.willDelete';
  return (
    <Stack gap={4} role="status">
      {job.state === 'PREVIEW' && (
        <Text fw={600}>{updated > 0 ? t(will, { count: updated }) : t('bulk.nothing')}</Text>
      )}
      <Text size="sm" data-numeric>
        {bulkOutcome(job)}
      </Text>
    </Stack>
  );
}
