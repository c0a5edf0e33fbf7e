// Undoes a bulk action, waits for the end of the job and reports it.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { newKey } from '~/domain/idempotency';
import { errorText } from '~/kernel/errors/error-text';
import { text } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import { claim, waitForEnd } from './job-endings';
import { bulkOutcome, followJob, isUnderWay, jobTitle, POLL_EVERY, type Job } from './jobs';

/** Each job's key: however often its undo is pressed, it is one undo. */
const keys = new Map<number, string>();

function undoKeyOf(jobId: number): string {
  const key = keys.get(jobId) ?? newKey();
  keys.set(jobId, key);
  return key;
}

export function useUndoBulk() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (jobId: number) =>
      call('UndoBulk', { path: { jobId }, idempotencyKey: undoKeyOf(jobId) }),
    onSuccess: async ({ jobId, kind }) => {
      const stopWaiting = waitForEnd(jobId);
      try {
        const job = await endOf(jobId);
        await followJob(queryClient, kind);
        if (await claim(jobId)) {
          showResult(job);
          forgetAlert(jobId, queryClient);
        }
      } finally {
        stopWaiting();
      }
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['jobs'] }),
  });
}

async function endOf(jobId: number): Promise<Job> {
  const ask = () => call('GetJob', { path: { jobId } });
  let job = await ask();
  while (isUnderWay(job)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY / 2));
    job = await ask();
  }
  return job;
}

function showResult(job: Job): void {
  const title = jobTitle(job);
  if (job.state === 'FAILED') toast('error', text('job.ended.FAILED', { title }));
  else if (job.state === 'CANCELLED') toast('info', text('job.ended.CANCELLED', { title }));
  else {
    const said = text('undo.done');
    toast('success', job.counts.rejected > 0 ? `${said} ${bulkOutcome(job)}` : said);
  }
}

/** Marks the alert as read, because the end is already reported. */
function forgetAlert(jobId: number, queryClient: QueryClient): void {
  import('./watched-job')
    .then(({ readAlertOf }) => readAlertOf(jobId, queryClient))
    // On failure the bell shows it, too, which does no harm.
    .catch(() => undefined);
}
