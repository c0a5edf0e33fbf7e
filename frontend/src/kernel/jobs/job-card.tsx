// A job: its task, progress, result and file.
import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAccess } from '~/kernel/access/access';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useAsk } from '~/kernel/dialog/question';
import { formatDateTime, formatNumber, formatPercent } from '~/kernel/i18n/format';
import { text, textIfKnown, useText, withTexts } from '~/kernel/i18n/i18n';
import { HISTORY_PATHS, MEMBERS_PATH } from '~/kernel/screen/known-paths';
import { DownloadIcon } from '~/ui/icons';
import { Dotted } from '~/ui/dotted';
import { Link } from '~/ui/link';
import { ToneBadge, type Tone } from '~/ui/tone-badge';
import { useSuppressNotification } from './job-endings';
import {
  bulkOutcome,
  isBulk,
  isImport,
  isImportUndo,
  isUnderWay,
  jobTitle,
  progressOf,
  useCancelJob,
  useDeleteFile,
  useDownload,
  type Job,
} from './jobs';
import { useUndoBulk } from './undo-bulk';
import type { UndoImportDialogProps } from './undo-import-dialog';

const UndoImportDialog = lazyPart<UndoImportDialogProps>(() =>
  withTexts('forms', import('./undo-import-dialog')),
);

const TONES: Record<Job['state'], Tone> = {
  PREVIEW: 'neutral',
  QUEUED: 'neutral',
  RUNNING: 'info',
  SUCCEEDED: 'good',
  FAILED: 'serious',
  CANCELLED: 'neutral',
};

export function JobCard({ job }: { job: Job }) {
  const t = useText();
  useSuppressNotification(job.jobId);
  const download = useDownload();
  const cancel = useCancelJob();
  const deleteFile = useDeleteFile();
  const undo = useUndoBulk();
  const [isTakenBack, setIsTakenBack] = useState(false);
  const ask = useAsk();
  const ratio = progressOf(job);
  const access = useAccess(job.imported === null ? MEMBERS_PATH : HISTORY_PATHS[job.imported]);
  const rows = access.read ? rowsOf(job) : undefined;
  const title = jobTitle(job);
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fw={550} truncate title={job.fileName}>
          {title}
        </Text>
        <ToneBadge tone={TONES[job.state]}>{textIfKnown(`job.state.${job.state}`)}</ToneBadge>
      </Group>
      <Text size="sm" c="dimmed" truncate>
        <Dotted parts={[job.companyName, job.fileName, formatDateTime(job.createdAt)]} />
      </Text>
      {isUnderWay(job) && (
        <Group gap="sm" wrap="nowrap">
          <Progress.Root size="md" style={{ flex: 1 }}>
            <Progress.Section
              value={(ratio ?? 1) * 100}
              animated
              striped={ratio === undefined}
              aria-label={t('job.progress', { title })}
            />
          </Progress.Root>
          <Text size="sm" c="dimmed" data-numeric>
            {ratio === undefined ? formatNumber(job.progress) : formatPercent(ratio)}
          </Text>
        </Group>
      )}
      {job.state === 'FAILED' && (
        <Text size="sm" c="var(--mantine-color-error)">
          {textIfKnown(`job.failure.${job.failure ?? ''}`) ?? t('job.failure.internal')}
        </Text>
      )}
      {outcomeOf(job) !== undefined && (
        <Text size="sm" data-numeric>
          {outcomeOf(job)}
        </Text>
      )}
      {(job.hasFile ||
        isUnderWay(job) ||
        rows !== undefined ||
        canUndo(job) ||
        mayTakeBack(job)) && (
        <Group gap="xs">
          {mayTakeBack(job) && (
            <Button
              size="xs"
              variant="default"
              aria-haspopup="dialog"
              onClick={() => {
                setIsTakenBack(true);
              }}
            >
              {t(job.undoneBy === null ? 'job.undoImport' : 'job.showUndo')}
            </Button>
          )}
          {isTakenBack && (
            <UndoImportDialog
              job={job}
              onClose={() => {
                setIsTakenBack(false);
              }}
            />
          )}
          {canUndo(job) && (
            <Button
              size="xs"
              variant="default"
              loading={undo.isPending}
              onClick={() => {
                ask({
                  title: t('job.kind.BULK_UNDO'),
                  text: t('job.undoQuestion', { count: job.counts.changed }),
                  confirmLabel: t('undo.action'),
                  onConfirm: () => {
                    undo.mutate(job.jobId);
                  },
                });
              }}
            >
              {t('undo.action')}
            </Button>
          )}
          {rows !== undefined && (
            <Anchor component={Link} to={rows} size="sm">
              {t(job.imported === null ? 'job.showRows' : 'job.showMeasurements')}
            </Anchor>
          )}
          {job.hasFile && (
            <Button
              size="xs"
              variant="light"
              leftSection={<DownloadIcon size={15} stroke={1.6} aria-hidden />}
              loading={download.isPending}
              onClick={() => {
                download.mutate(job);
              }}
            >
              {t(job.kind === 'EXPORT' ? 'job.download' : 'job.downloadReport')}
            </Button>
          )}
          {job.hasFile && job.kind === 'EXPORT' && (
            <Button
              size="xs"
              // When it wraps below the other button, its border shows where it begins.
              variant="default"
              loading={deleteFile.isPending}
              onClick={() => {
                ask({
                  title: t('job.deleteFile'),
                  text: t('job.deleteFileQuestion', { file: job.fileName }),
                  confirmLabel: t('job.deleteFile'),
                  onConfirm: () => {
                    deleteFile.mutate(job.jobId);
                  },
                });
              }}
            >
              {t('job.deleteFile')}
            </Button>
          )}
          {mayCancel(job) && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              loading={cancel.isPending}
              onClick={() => {
                cancel.mutate(job.jobId);
              }}
            >
              {t('job.cancel')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

/** A company upgrade cannot be cancelled once it is running. */
function mayCancel(job: Job): boolean {
  return isUnderWay(job) && !(job.kind === 'COMPANY_UPGRADE' && job.state === 'RUNNING');
}

/** Returns whether the job has changes that can be undone. */
function canUndo({ kind, state, counts }: Job): boolean {
  const isOver = state === 'SUCCEEDED' || state === 'CANCELLED' || state === 'FAILED';
  return isOver && (kind === 'BULK_CHANGE' || kind === 'BULK_DELETE') && counts.changed > 0;
}

/** For how long an import can be taken back, in milliseconds. */
const TAKEN_BACK_WITHIN = 30 * 86_400_000;

/** Returns whether the job is an import that has written something and can still be taken back. */
function mayTakeBack({ kind, state, counts, createdAt, undoneBy }: Job): boolean {
  if (!isImport(kind)) return false;
  if (undoneBy !== null) return true;
  const isOver = state === 'SUCCEEDED' || state === 'CANCELLED' || state === 'FAILED';
  const written = counts.created + counts.updated + counts.changed;
  return isOver && written > 0 && Date.now() - Date.parse(createdAt) < TAKEN_BACK_WITHIN;
}

/**
 * Returns the list of the measurements that an import has brought, or of the members that were
 * created while it ran.
 */
function rowsOf(job: Job): string | undefined {
  if (job.imported !== null && job.counts.created > 0) {
    return `${HISTORY_PATHS[job.imported]}?importJobId=${String(job.jobId)}`;
  }
  if (job.kind !== 'MEMBER_IMPORT' || job.counts.created === 0 || job.finishedAt === null) {
    return undefined;
  }
  const during = { startCreatedAt: job.createdAt, endCreatedAt: job.finishedAt };
  return `${MEMBERS_PATH}?${new URLSearchParams(during).toString()}`;
}

/** Returns a sentence with an import's row counts. */
export function outcomeOf(job: Job): string | undefined {
  const { created, updated, changed, unchanged, rejected } = job.counts;
  if (isBulk(job.kind) || isImportUndo(job.kind))
    return isUnderWay(job) || job.total === 0 ? undefined : bulkOutcome(job);
  if (!isImport(job.kind)) return undefined;
  if (job.state === 'CANCELLED' || job.state === 'FAILED') {
    return job.progress === 0
      ? undefined
      : text('job.countsBefore', { created, updated, unchanged, rejected });
  }
  if (job.state !== 'SUCCEEDED') return undefined;
  if (created + updated + changed === 0 && unchanged > 0 && rejected === 0) {
    return text('job.nothingChanged', { unchanged });
  }
  const counts = text('job.counts', { created, updated, unchanged, rejected });
  return changed === 0 ? counts : `${counts} · ${text('job.changed', { changed })}`;
}
