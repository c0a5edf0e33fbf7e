// Long-running jobs on the server: a single job, and all of the user's jobs.
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';
import { saveBlob } from '~/kernel/download/save-blob';
import { errorText } from '~/kernel/errors/error-text';
import { mayRefetch } from '~/kernel/query/may-refetch';
import { text, textIfKnown } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';

export type Job = Answer<'GetJob'>;

export const POLL_EVERY = 1000;
const RECENT = 10;

export function isUnderWay(job: Job): boolean {
  return job.state === 'QUEUED' || job.state === 'RUNNING';
}

/** Returns the title of a job, with the list's name for exports and bulk actions. */
export function jobTitle({ kind, list }: Pick<Job, 'kind' | 'list'>): string {
  const name = list === null ? undefined : textIfKnown(list);
  const what = textIfKnown(`job.kind.${kind}`) ?? kind;
  if (name === undefined) return what;
  return isBulk(kind)
    ? text('job.bulkOf', { list: name, kind: what })
    : text('job.exportOf', { list: name });
}

/** Returns whether the job handles several records of a list. */
export function isBulk(kind: Job['kind']): boolean {
  return kind === 'BULK_CHANGE' || kind === 'BULK_DELETE' || kind === 'BULK_UNDO';
}

/** Returns whether the job takes an import back, which runs like a bulk action. */
export function isImportUndo(kind: Job['kind']): boolean {
  return kind === 'IMPORT_UNDO';
}

/** Returns a sentence with the outcome of a bulk action. */
export function bulkOutcome({ counts: { updated, unchanged, rejected } }: Job): string {
  return text('job.bulkCounts', { done: updated, unchanged, refused: rejected });
}

/** Returns the progress between 0 and 1, or undefined while the amount of work is unknown. */
export function progressOf(job: Job): number | undefined {
  if (job.state === 'SUCCEEDED') return 1;
  return job.total === 0 ? undefined : Math.min(1, job.progress / job.total);
}

export function useJob(jobId: number | undefined) {
  return useQuery({
    queryKey: ['jobs', 'one', jobId],
    queryFn: ({ signal }) => call('GetJob', { path: { jobId: jobId ?? 0 } }, signal),
    enabled: jobId !== undefined,
    refetchInterval: ({ state }) => (!state.data || isUnderWay(state.data) ? POLL_EVERY : false),
  });
}

export function useRecentJobs() {
  return useQuery({
    queryKey: ['jobs', 'recent'],
    queryFn: ({ signal }) => call('ListJobs', { query: { page: 0, pageSize: RECENT } }, signal),
    select: (page) => page.data,
    refetchInterval: ({ state }) =>
      state.data?.data.some((job) => isUnderWay(job) || awaitsReport(job)) ? POLL_EVERY : false,
  });
}

const REPORT_COMES_WITHIN = 30_000;

/** Returns whether the job leaves a report about an uploaded file. */
export function isImport(kind: Job['kind']): boolean {
  return kind === 'MEMBER_IMPORT' || kind === 'MEASUREMENT_IMPORT';
}

/** The report of a cancelled or failed import is written after its end. */
function awaitsReport({ kind, progress, hasFile, finishedAt }: Job): boolean {
  if (!isImport(kind) || progress === 0 || hasFile || finishedAt === null) return false;
  return Date.now() - Date.parse(finishedAt) < REPORT_COMES_WITHIN;
}

/** Makes the header's list notice a newly started job. */
export function useAnnounceJob() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['jobs', 'recent'] });
}

export function useCancelJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (jobId: number) => call('CancelJob', { path: { jobId } }),
    onError: (error) => {
      toast('error', errorText(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['jobs'] }),
  });
}

export function useDownload() {
  return useMutation({
    mutationFn: async (job: Job) => {
      const file = await call('DownloadJobFile', { path: { jobId: job.jobId } });
      saveBlob(file, downloadName(job, file.type));
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
  });
}

/** Deletes the file of an export before it expires. */
export function useDeleteFile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (jobId: number) => call('DeleteJobFile', { path: { jobId } }),
    onSuccess: () => {
      toast('success', text('job.fileDeleted'));
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['jobs'] }),
  });
}

/**
 * Returns the name of a job's download: the report of an import, or the file of an export. The
 * extension follows the download's type, not the uploaded file's name.
 */
export function downloadName({ kind, fileName }: Job, type: string): string {
  const name = fileName.replace(/\.\w{1,5}$/, '');
  const ending = type.startsWith('text/csv') ? 'csv' : 'xlsx';
  return `${name}${isImport(kind) ? '-report' : ''}.${ending}`;
}

/** Root query keys of the lists and figures that each kind of job changes. */
const TOUCHES: Partial<Record<Job['kind'], readonly string[]>> = {
  MEMBER_IMPORT: [
    'members',
    'physical-measurements',
    'physical-measurements-of-member',
    'companies-vendor',
    'companies-dealer',
    'companies-retailer',
    'home',
    'users-regular',
  ],
  MEASUREMENT_IMPORT: [
    'physical-measurements',
    'physical-measurements-of-member',
    'stress-measurements',
    'stress-measurements-of-member',
    'vision-measurements',
    'vision-measurements-of-member',
    'heart-rate-measurements',
    'heart-rate-measurements-of-member',
    'dementia-screenings',
    'dementia-screenings-of-member',
    'psychological-tests',
    'psychological-tests-of-member',
    'home',
  ],
};

/**
 * Invalidates what a job may have changed, whatever its outcome: rows written before a cancellation
 * remain.
 */
export async function followJob(queryClient: QueryClient, kind: Job['kind']): Promise<void> {
  // A bulk job does not tell which lists show its records, and an upgrade moves a whole subtree.
  if (isBulk(kind) || isImportUndo(kind) || kind === 'COMPANY_UPGRADE') {
    await queryClient.invalidateQueries({
      predicate: (query) => query.queryKey[0] !== 'jobs' && mayRefetch(query),
    });
    return;
  }
  await Promise.all(
    (TOUCHES[kind] ?? []).map((name) =>
      queryClient.invalidateQueries({ queryKey: [name], predicate: mayRefetch }),
    ),
  );
}
