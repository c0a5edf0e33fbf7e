// In the header: whether something is being worked on, wherever the reader has gone meanwhile.
import { ActionIcon, Box, Divider, Indicator, Popover, Stack, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useLocation } from 'react-router';
import { useText } from '~/kernel/i18n/i18n';
import { JobsIcon } from '~/ui/icons';
import { JobCard } from './job-card';
import { useJobEndings } from './job-endings';
import { isUnderWay, useRecentJobs } from './jobs';

export function JobsIndicator() {
  const t = useText();
  const jobs = useRecentJobs();
  // A link in it leads away from the page that it was opened on.
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
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(360px, 92vw)"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Indicator disabled={running === 0} processing size={8} offset={9} color="teal">
        <Popover.Target>
          <ActionIcon
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
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label={label}>
        <Text fw={600} mb="xs">
          {t('job.recent')}
        </Text>
        {started.length === 0 ? (
          <Text size="sm" c="dimmed" py="md" ta="center">
            {t('job.none')}
          </Text>
        ) : (
          <Box mah="60vh" style={{ overflowY: 'auto' }}>
            <Stack gap="sm" pe="xs">
              {started.map((job, index) => (
                <Fragment key={job.jobId}>
                  {index > 0 && <Divider />}
                  <JobCard job={job} />
                </Fragment>
              ))}
            </Stack>
          </Box>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
