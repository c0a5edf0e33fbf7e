// Long work on the server: following one job, and all of the caller's.
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, type Answer } from '~/domain/client';
import { saveBlob } from '~/kernel/download/save-blob';
import { errorText } from '~/kernel/errors/error-text';
import { text, textIfKnown } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';

export type Job = Answer<'GetJob'>;

export const POLL_EVERY = 1000;
const RECENT = 10;

export function isUnderWay(job: Job): boolean {
  return job.state === 'QUEUED' || job.state === 'RUNNING';
}

/** What it does, and an export or a bulk action to which list. */
export function jobTitle({ kind, list }: Pick<Job, 'kind' | 'list'>): string {
  const name = list === null ? undefined : textIfKnown(list);
  const what = textIfKnown(`job.kind.${kind}`) ?? kind;
  if (name === undefined) return what;
  return isBulk(kind)
    ? text('job.bulkOf', { list: name, kind: what })
    : text('job.exportOf', { list: name });
}

/** Whether it deals with several records of a list. */
export function isBulk(kind: Job['kind']): boolean {
  return kind === 'BULK_CHANGE' || kind === 'BULK_DELETE' || kind === 'BULK_UNDO';
}

/** What has become of its records, in a sentence. */
export function bulkOutcome({ counts: { updated, unchanged, rejected } }: Job): string {
  return text('job.bulkCounts', { done: updated, unchanged, refused: rejected });
}

/** Between 0 and 1; undefined while nobody knows how much there is to do. */
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

/** Whether a job leaves a report about a file that was sent. */
export function isImport(kind: Job['kind']): boolean {
  return kind === 'MEMBER_IMPORT' || kind === 'MEASUREMENT_IMPORT';
}

/** What a cancelled or failed import had written is reported after its end. */
function awaitsReport({ kind, progress, hasFile, finishedAt }: Job): boolean {
  if (!isImport(kind) || progress === 0 || hasFile || finishedAt === null) return false;
  return Date.now() - Date.parse(finishedAt) < REPORT_COMES_WITHIN;
}

/** Makes the header's list notice a job that was just started. */
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

/** Deletes the file of an export before its days are over. */
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
 * An import leaves a report about the file that was sent; an export leaves the file itself. It is called by what it
 * is, whatever the file was that was sent.
 */
export function downloadName({ kind, fileName }: Job, type: string): string {
  const name = fileName.replace(/\.\w{1,5}$/, '');
  const ending = type.startsWith('text/csv') ? 'csv' : 'xlsx';
  return `${name}${isImport(kind) ? '-report' : ''}.${ending}`;
}

/** What lists and figures show of what such a job writes, by the first of their query keys. */
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
  // The tree itself, and with it what every list shows.
  COMPANY_UPGRADE: [
    'companies-vendor',
    'companies-dealer',
    'companies-retailer',
    'company-options',
    'companies',
    'managers',
    'operators',
    'members',
    'physical-measurements',
    'home',
  ],
};

/** Whether it has written anything or not: rows that were written before a job was cancelled stay. */
export async function followJob(queryClient: QueryClient, kind: Job['kind']): Promise<void> {
  // Which lists show its records, the job does not say.
  if (isBulk(kind)) {
    const others = {
      predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'jobs',
    };
    await queryClient.invalidateQueries(others);
    return;
  }
  await Promise.all(
    (TOUCHES[kind] ?? []).map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
  );
}
