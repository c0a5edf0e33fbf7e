// A job that the user follows in an open dialog. Its end is shown there, so neither a toast nor an
// alert reports it.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '~/domain/client';
import { readAlerts } from '~/kernel/alerts/read-alerts';
import { useSuppressNotification } from './job-endings';
import { useJob, type Job } from './jobs';

/** States that create an alert. */
const TOLD: readonly Job['state'][] = ['SUCCEEDED', 'FAILED'];

export function useWatchedJob(jobId: number | undefined) {
  const queryClient = useQueryClient();
  const job = useJob(jobId);
  useSuppressNotification(jobId);
  const isOver = job.data !== undefined && TOLD.includes(job.data.state);
  useEffect(() => {
    if (!isOver || jobId === undefined) return;
    // On failure the bell reports the end as well, which does no harm.
    readAlertOf(jobId, queryClient).catch(() => undefined);
  }, [isOver, jobId, queryClient]);
  return job;
}

/**
 * Marks the alert of a job as read. The server creates the alert in the same step as the end of the
 * job, so it is among the newest unread ones.
 */
export async function readAlertOf(jobId: number, queryClient: QueryClient): Promise<void> {
  const { data } = await call('ListAlerts', { query: { isUnread: true } });
  const alertIds = data.filter(({ job }) => job?.jobId === jobId).map(({ alertId }) => alertId);
  // Users who have turned off alerts about jobs have none.
  if (alertIds.length === 0) return;
  await readAlerts({ alertIds }, queryClient);
}
