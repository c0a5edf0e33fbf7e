// Says that a job has ended, wherever its owner has gone meanwhile, and lets what the pages show follow it.
//
// Which jobs are under way is kept on the device: the end of one is told after a reload too, and by one tab only,
// the one that takes it off the list.
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { text } from '~/kernel/i18n/i18n';
import { followJob, isBulk, isUnderWay, jobTitle, useRecentJobs, type Job } from './jobs';

const STORAGE_KEY = 'uno-jobs-under-way';
const SHOWN_FOR = 10_000;
const COLORS = { SUCCEEDED: 'teal', FAILED: 'red', CANCELLED: 'blue' } as const;

type Ended = Job & { state: keyof typeof COLORS };

/** Jobs whose end somebody is looking at. */
const looked = new Map<number, number>();

/** Jobs whose end is told by who has asked for them. */
const awaited = new Set<number>();

/**
 * For who waits for a job and tells its end, where it can be claimed: until that stops, nobody else in this tab does. A
 * page that goes meanwhile leaves it to be told as that of any other job.
 */
export function waitForEnd(jobId: number): () => void {
  keep(jobId);
  awaited.add(jobId);
  return () => {
    awaited.delete(jobId);
  };
}

/** For what shows a job in full: its end needs no other word. */
export function useLookAt(jobId: number | undefined): void {
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
            tell(job, () => {
              show.current();
            });
        });
      }
    }
  }, [jobs, queryClient]);
}

/** A bulk action that was dropped when it had been tried, or before. */
function wasOnlyTried({ kind, state, counts }: Job): boolean {
  const dealt = counts.updated + counts.unchanged + counts.rejected;
  return isBulk(kind) && state === 'CANCELLED' && dealt === 0;
}

function hasEnded(job: Job): job is Ended {
  return job.state in COLORS;
}

function tell(job: Ended, onShow: () => void): void {
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
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

function keep(jobId: number): void {
  const kept = read();
  if (!kept.includes(jobId)) localStorage.setItem(STORAGE_KEY, JSON.stringify([...kept, jobId]));
}

/** Answers whether this tab is the one to tell: of several that see the end at once one is. */
export async function claim(jobId: number): Promise<boolean> {
  if (!read().includes(jobId)) return false;
  const take = () => {
    const kept = read();
    if (!kept.includes(jobId)) return false;
    localStorage.setItem(STORAGE_KEY, JSON.stringify(kept.filter((id) => id !== jobId)));
    return true;
  };
  // Only pages with a secure address have locks; the others are for developing.
  return 'locks' in navigator ? navigator.locks.request(STORAGE_KEY, take) : take();
}
