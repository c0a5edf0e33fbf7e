// The indicator of running jobs in the header.
import { ActionIcon, Indicator } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { QueryError } from '~/kernel/errors/query-error';
import { useText } from '~/kernel/i18n/i18n';
import { lazyPart } from '~/kernel/code/lazy-part';
import { Anchored } from '~/ui/anchored';
import { JobsIcon } from '~/ui/icons';
import { useJobEndings } from './job-endings';
import { isUnderWay, useRecentJobs, type Job } from './jobs';

const RecentJobs = lazyPart<{ jobs: readonly Job[] }>(() => import('./recent-jobs'));

export function JobsIndicator() {
  const t = useText();
  const jobs = useRecentJobs();
  // The panel belongs to the page on which it was opened: its links navigate away.
  const { pathname } = useLocation();
  const [openedOn, setOpenedOn] = useState<string>();
  const opened = openedOn === pathname;
  const setOpened = (open: boolean) => {
    setOpenedOn(open ? pathname : undefined);
  };
  useJobEndings(() => {
    setOpened(true);
  });
  const started = jobs.data?.filter((job) => job.state !== 'PREVIEW') ?? [];
  const running = started.filter(isUnderWay).length;
  const label = running === 0 ? t('job.indicator') : t('job.indicatorRunning', { count: running });
  return (
    <Anchored
      label={label}
      opened={opened}
      onClose={() => {
        setOpened(false);
      }}
      width="min(360px, 92vw)"
      button={(props) => (
        <Indicator disabled={running === 0} processing size={8} offset={9} color="teal">
          <ActionIcon
            {...props}
            variant="subtle"
            color="gray"
            size={34}
            aria-label={label}
            title={label}
            onClick={() => {
              setOpened(!opened);
            }}
          >
            <JobsIcon size={18} stroke={1.6} />
          </ActionIcon>
        </Indicator>
      )}
    >
      {jobs.isError && !jobs.data ? (
        <QueryError error={jobs.error} retry={() => void jobs.refetch()} />
      ) : (
        <RecentJobs jobs={started} />
      )}
    </Anchored>
  );
}
