// The list of running and recently ended jobs, opened from the header.
import '@mantine/core/styles/Divider.css';
import { Box, Divider, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import { JobCard } from './job-card';
import type { Job } from './jobs';

export default function RecentJobs({ jobs }: { jobs: readonly Job[] }) {
  const t = useText();
  return (
    <>
      <Text fw={600} mb="xs">
        {t('job.recent')}
      </Text>
      {jobs.length === 0 ? (
        <Text size="sm" c="dimmed" py="md" ta="center">
          {t('job.none')}
        </Text>
      ) : (
        <Box mah="60vh" style={{ overflowY: 'auto' }}>
          <Stack gap="sm" pe="xs">
            {jobs.map((job, index) => (
              <Fragment key={job.jobId}>
                {index > 0 && <Divider />}
                <JobCard job={job} />
              </Fragment>
            ))}
          </Stack>
        </Box>
      )}
    </>
  );
}
