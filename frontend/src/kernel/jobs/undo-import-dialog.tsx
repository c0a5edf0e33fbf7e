// Takes an import back: shows a dry run with what would be deleted, restored and left, then the
// result. However often it is opened, it shows the same undo.
import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '~/domain/client';
import { useReturnToOpener } from '~/kernel/dialog/use-opener';
import { errorText } from '~/kernel/errors/error-text';
import { Refused } from '~/kernel/form/refused';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { BulkRows } from '~/kernel/resource/bulk-rows';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { useLayer } from '~/ui/layers';
import {
  bulkOutcome,
  followJob,
  isUnderWay,
  progressOf,
  useAnnounceJob,
  type Job,
} from './jobs';
import { useWatchedJob } from './watched-job';

export interface UndoImportDialogProps {
  job: Job;
  onClose: () => void;
}

export default function UndoImportDialog({ job, onClose }: UndoImportDialogProps) {
  const t = useText();
  const announce = useAnnounceJob();
  const [undoing, setUndoing] = useState(job.undoneBy ?? undefined);
  useReturnToOpener();
  useLayer(true, onClose);
  const ask = useMutation({
    mutationFn: () => call('UndoBulk', { path: { jobId: job.jobId } }),
    onSuccess: ({ jobId }) => {
      setUndoing(jobId);
      return announce();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('job.undoImport')}
      size={720}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {undoing === undefined ? (
        <Stack gap="md">
          {ask.isError && <Refused title={errorText(ask.error)} />}
          <Text size="sm" c="dimmed">
            {job.fileName}
          </Text>
          <Text>{t('job.undoImportHint')}</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button
              data-autofocus
              loading={ask.isPending}
              onClick={() => {
                ask.mutate();
              }}
            >
              {t('bulk.try')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Undoing jobId={undoing} onClose={onClose} />
      )}
    </Modal>
  );
}

function Undoing({ jobId, onClose }: { jobId: number; onClose: () => void }) {
  const t = useText();
  const queryClient = useQueryClient();
  const announce = useAnnounceJob();
  const job = useWatchedJob(jobId);
  const said = useRef<HTMLDivElement>(null);
  const start = useMutation({
    mutationFn: () => call('StartBulk', { path: { jobId } }),
    onSuccess: (started) => {
      queryClient.setQueryData(['jobs', 'one', jobId], started);
      return announce();
    },
    onError: () => queryClient.invalidateQueries({ queryKey: ['jobs', 'one', jobId] }),
  });
  const state = job.data?.state;
  useEffect(() => {
    if (state === 'SUCCEEDED') void followJob(queryClient, 'IMPORT_UNDO');
    // The focused button is gone.
    if (state === 'PREVIEW' || state === 'SUCCEEDED') said.current?.focus();
  }, [state, queryClient]);
  if (!job.data) return job.isError ? <Refused title={errorText(job.error)} /> : <FieldsSkeleton />;
  const waits = state === 'PREVIEW';
  const count = job.data.counts.updated;
  return (
    <Stack gap="md">
      {start.isError && <Refused title={errorText(start.error)} />}
      <div ref={said} role="status" tabIndex={-1}>
        <Said job={job.data} />
      </div>
      {!isUnderWay(job.data) && job.data.total > 0 && <BulkRows job={job.data} fields={[]} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('action.close')}
        </Button>
        {waits && count > 0 && (
          <Button
            color="red"
            loading={start.isPending}
            onClick={() => {
              start.mutate();
            }}
          >
            {t('job.startUndoImport', { count })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Said({ job }: { job: Job }) {
  const t = useText();
  if (isUnderWay(job)) {
    // Before the dry run has ended, nothing is counted.
    const ratio = progressOf(job);
    return (
      <Stack gap="xs">
        <Text>{t('job.undoingImport')}</Text>
        <Progress.Root size="md">
          <Progress.Section
            value={(ratio ?? 1) * 100}
            animated
            striped={ratio === undefined}
            aria-label={t('job.undoingImport')}
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
  const words = job.state === 'PREVIEW' ? 'job.willUndoImport' : 'job.didUndoImport';
  return (
    <Stack gap={4}>
      <Text fw={600}>{updated > 0 ? t(words, { count: updated }) : t('bulk.nothing')}</Text>
      <Text size="sm" data-numeric>
        {bulkOutcome(job)}
      </Text>
    </Stack>
  );
}
