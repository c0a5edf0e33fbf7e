// Follows a job that was started here until its end, and then refreshes the queries that it
// affects.
import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { QueryError } from '~/kernel/errors/query-error';
import { useText } from '~/kernel/i18n/i18n';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { JobCard } from './job-card';
import { followJob, isUnderWay, type Job } from './jobs';
import { useWatchedJob } from './watched-job';

interface RunningJobProps {
  jobId: number;
  kind: Job['kind'];
  /** Content below the job. */
  children: (job: Job | undefined) => ReactNode;
}

export function RunningJob({ jobId, kind, children }: RunningJobProps) {
  const t = useText();
  const queryClient = useQueryClient();
  const job = useWatchedJob(jobId);
  const done = job.data !== undefined && !isUnderWay(job.data);
  useEffect(() => {
    if (done) void followJob(queryClient, kind);
  }, [done, queryClient, kind]);
  return (
    <Stack gap="md">
      {job.isPending && <FieldsSkeleton />}
      {job.isError && <QueryError error={job.error} retry={() => void job.refetch()} />}
      {job.data && <JobCard job={job.data} />}
      {!done && (
        <Text size="sm" c="dimmed">
          {t('import.mayLeave')}
        </Text>
      )}
      {children(job.data)}
    </Stack>
  );
}
