// Notifies the user when a job has ended, on any page, and refreshes affected queries.
//
// The running jobs are stored on the device. So the end is reported after a reload too, and by only
// one tab: the one that removes the job from the list.
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { text } from '~/kernel/i18n/i18n';
import { deviceStorage } from '~/kernel/storage/device-storage';
import { followJob, isBulk, isUnderWay, jobTitle, useRecentJobs, type Job } from './jobs';

const STORAGE_KEY = 'uno-jobs-under-way';
const SHOWN_FOR = 10_000;
const COLORS = { SUCCEEDED: 'teal', FAILED: 'red', CANCELLED: 'blue' } as const;

type Ended = Job & { state: keyof typeof COLORS };

/** Jobs whose end the user is watching. */
const looked = new Map<number, number>();

/** Jobs whose end is reported by the code that started them. */
const awaited = new Set<number>();

/**
 * For code that waits for a job's end and reports it if `claim` succeeds. Until the returned
 * function is called, nothing else in this tab reports the end. If the page is left before that,
 * the end is reported like that of any other job.
 */
export function waitForEnd(jobId: number): () => void {
  keep(jobId);
  awaited.add(jobId);
  return () => {
    awaited.delete(jobId);
  };
}

/** Suppresses the notification while a component shows the job in full. */
export function useSuppressNotification(jobId: number | undefined): void {
  useEffect(() => {
    if (jobId === undefined) return;
    looked.set(jobId, (looked.get(jobId) ?? 0) + 1);
    return () => {
      looked.set(jobId, (looked.get(jobId) ?? 1) - 1);
    };
  }, [jobId]);
}

export function useJobEndings(onShow: () => void): void {
  const queryClient = useQueryClient();
  const jobs = useRecentJobs().data;
  const show = useRef(onShow);
  const seen = useRef(new Set<number>());
  useEffect(() => {
    show.current = onShow;
  }, [onShow]);
  useEffect(() => {
    for (const job of jobs ?? []) {
      if (isUnderWay(job)) {
        seen.current.add(job.jobId);
        keep(job.jobId);
      } else if (hasEnded(job)) {
        const hasDone = !wasOnlyTried(job);
        const wasSeen = seen.current.delete(job.jobId);
        if (awaited.has(job.jobId)) continue;
        if (wasSeen && hasDone) void followJob(queryClient, job.kind);
        void claim(job.jobId).then((mine) => {
          if (mine && hasDone && !looked.get(job.jobId))
            showNotification(job, () => {
              show.current();
            });
        });
      }
    }
  }, [jobs, queryClient]);
}

/**
 * Returns whether a bulk action was cancelled before, during or after its dry run, with no changes.
 */
function wasOnlyTried({ kind, state, counts }: Job): boolean {
  const dealt = counts.updated + counts.unchanged + counts.rejected;
  return isBulk(kind) && state === 'CANCELLED' && dealt === 0;
}

function hasEnded(job: Job): job is Ended {
  return job.state in COLORS;
}

function showNotification(job: Ended, onShow: () => void): void {
  const id = `job-${String(job.jobId)}`;
  const title = jobTitle(job);
  notifications.show({
    id,
    color: COLORS[job.state],
    autoClose: SHOWN_FOR,
    role: job.state === 'FAILED' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': text('action.close') },
    message: (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">{text(`job.ended.${job.state}`, { title })}</Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            onShow();
          }}
        >
          {text('job.show')}
        </Button>
      </Group>
    ),
  });
}

function read(): number[] {
  try {
    const kept: unknown = JSON.parse(deviceStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

function keep(jobId: number): void {
  const kept = read();
  if (!kept.includes(jobId)) deviceStorage.setItem(STORAGE_KEY, JSON.stringify([...kept, jobId]));
}

/** Returns whether this tab reports the end: of several tabs only one does. */
export async function claim(jobId: number): Promise<boolean> {
  if (!read().includes(jobId)) return false;
  const take = () => {
    const kept = read();
    if (!kept.includes(jobId)) return false;
    deviceStorage.setItem(STORAGE_KEY, JSON.stringify(kept.filter((id) => id !== jobId)));
    return true;
  };
  // The Web Locks API exists only in secure contexts; insecure ones occur in development.
  return 'locks' in navigator ? navigator.locks.request(STORAGE_KEY, take) : take();
}
