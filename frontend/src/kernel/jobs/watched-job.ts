// A job that somebody follows in an open dialog: who sees its end there needs no other word of it, neither a message nor an
// alert.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '~/domain/client';
import { readAlerts } from '~/kernel/alerts/read-alerts';
import { useLookAt } from './job-endings';
import { useJob, type Job } from './jobs';

/** Ends that make an alert. */
const TOLD: readonly Job['state'][] = ['SUCCEEDED', 'FAILED'];

export function useWatchedJob(jobId: number | undefined) {
  const queryClient = useQueryClient();
  const job = useJob(jobId);
  useLookAt(jobId);
  const isOver = job.data !== undefined && TOLD.includes(job.data.state);
  useEffect(() => {
    if (!isOver || jobId === undefined) return;
    // Where it fails, the bell tells once more what was seen: nobody waits for this.
    readAlertOf(jobId, queryClient).catch(() => undefined);
  }, [isOver, jobId, queryClient]);
  return job;
}

/** Marks it as read: the server makes the alert together with the end: it is among the newest that are unread. */
export async function readAlertOf(jobId: number, queryClient: QueryClient): Promise<void> {
  const { data } = await call('ListAlerts', { query: { isUnread: true } });
  const alertIds = data.filter(({ job }) => job?.jobId === jobId).map(({ alertId }) => alertId);
  // Whoever wants to hear of no jobs has none.
  if (alertIds.length === 0) return;
  await readAlerts({ alertIds }, queryClient);
}
