// Writes what the list shows, all pages of it, to a spreadsheet; the server does it as a job.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { call, type Body } from '~/domain/client';
import { errorText } from '~/kernel/errors/error-text';
import { useText } from '~/kernel/i18n/i18n';
import { JobCard } from '~/kernel/jobs/job-card';
import { useAnnounceJob, useJob } from '~/kernel/jobs/jobs';
import { checkedFilters } from '~/kernel/resource/list-query';
import { toast } from '~/kernel/toast/toast';
import { readListState } from '~/kernel/url/list-state';
import { Anchored } from '~/ui/anchored';
import { DownloadIcon } from '~/ui/icons';
import { ALL_FIELDS, FILTER_FORM } from './measurement-fields';

/** No file is made of a list that is not shown. */
class WrongFilter extends Error {}

export function ExportButton() {
  const t = useText();
  const { search } = useLocation();
  const announce = useAnnounceJob();
  const [jobId, setJobId] = useState<number>();
  const [shown, setShown] = useState(false);
  const job = useJob(jobId);
  const start = useMutation({
    mutationFn: () => {
      const state = readListState(new URLSearchParams(search));
      const { query, errors } = checkedFilters(
        { fields: ALL_FIELDS, filterForm: FILTER_FORM },
        state,
      );
      // The server refuses it too; without asking it is said in the words of the list.
      if (Object.keys(errors).length > 0) throw new WrongFilter();
      const body = { ...query, ...(state.sort === undefined ? {} : { sort: state.sort }) };
      return call('ExportPhysicalMeasurements', {
        body: body as Body<'ExportPhysicalMeasurements'>,
      });
    },
    onSuccess: (started) => {
      setJobId(started.jobId);
      setShown(true);
      return announce();
    },
    onError: (error) => {
      toast('error', error instanceof WrongFilter ? t('state.wrongFilter') : errorText(error));
    },
  });
  return (
    <Anchored
      label={t('measurement.export')}
      opened={shown && job.data !== undefined}
      onClose={() => {
        setShown(false);
      }}
      width="min(340px, 92vw)"
      withArrow
      button={(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<DownloadIcon size={16} stroke={1.6} aria-hidden />}
          // Disabled it would lose the focus, to which what opens gives it back.
          aria-busy={start.isPending}
          onClick={() => {
            if (!start.isPending) start.mutate();
          }}
        >
          {t('measurement.export')}
        </Button>
      )}
    >
      {job.data && <JobCard job={job.data} />}
    </Anchored>
  );
}
