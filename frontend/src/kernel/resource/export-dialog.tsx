// The options of an export. If it is known that a reason is needed, the dialog asks for it at once,
// otherwise when the server demands it.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { Body } from '~/domain/client';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { useLanguage, useText } from '~/kernel/i18n/i18n';
import { JobCard } from '~/kernel/jobs/job-card';
import { useAnnounceJob, type Job } from '~/kernel/jobs/jobs';
import { useWatchedJob } from '~/kernel/jobs/watched-job';
import { toast } from '~/kernel/toast/toast';

export type ExportOptions = Body<'ExportMembers'>;

const FORMATS = ['XLSX', 'CSV'] as const;

/**
 * Exports of more people need a reason. Only the server also knows how many people earlier exports
 * contained.
 */
const MAX_WITHOUT_REASON = 1000;

export interface ExportDialogProps {
  /** Undefined if a filter is invalid: a list that is not shown cannot be exported. */
  start: (options: ExportOptions) => Promise<Job> | undefined;
  /**
   * The exports that need a reason: every one, or those of many people. For the latter, the query
   * key of the list whose rows are the people.
   */
  reasonFor?: 'every' | readonly string[] | undefined;
}

class WrongFilter extends Error {}

export default function ExportDialog({ start, reasonFor }: ExportDialogProps) {
  const t = useText();
  const language = useLanguage();
  const announce = useAnnounceJob();
  const formats = useId();
  const reasonInput = useRef<HTMLTextAreaElement>(null);
  const tellsOfMany = useTellsOfMany();
  const [reason, setReason] = useState(() =>
    reasonFor === 'every' || (reasonFor && tellsOfMany(reasonFor)) ? '' : undefined,
  );
  const [isTried, setIsTried] = useState(false);
  const [jobId, setJobId] = useState<number>();
  const job = useWatchedJob(jobId);
  const making = useMutation({
    mutationFn: (format: (typeof FORMATS)[number]) => {
      const options = { format, language, ...(reason !== undefined && { reason }) };
      return start(options as ExportOptions) ?? Promise.reject(new WrongFilter());
    },
    onSuccess: (started) => {
      setJobId(started.jobId);
      return announce();
    },
    onError: (error) => {
      if (reasonError(error)) {
        // A field that has just appeared shows no error yet.
        setIsTried(reason !== undefined);
        setReason((entered) => entered ?? '');
        reasonInput.current?.focus();
      } else {
        toast('error', error instanceof WrongFilter ? t('state.wrongFilter') : errorText(error));
      }
    },
  });
  const isAsked = reason !== undefined;
  useEffect(() => {
    if (isAsked) reasonInput.current?.focus();
  }, [isAsked]);
  const isBlank = reason?.trim() === '';
  const missing = isBlank ? NO_REASON : reasonError(making.error);
  const make = (format: (typeof FORMATS)[number]) => {
    if (making.isPending) return;
    if (!isBlank) making.mutate(format);
    else {
      setIsTried(true);
      reasonInput.current?.focus();
    }
  };
  return (
    <Stack gap="sm">
      {job.data && !making.isPending && <JobCard job={job.data} />}
      <Text size="sm" c="dimmed">
        {t('export.hint')}
      </Text>
      {isAsked && (
        <Textarea
          ref={reasonInput}
          label={t('export.reason')}
          description={t('export.reasonHint')}
          error={isTried && missing && fieldErrorText(missing)}
          required
          autosize
          minRows={2}
          maxLength={200}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
          }}
        />
      )}
      <Group gap="xs" role="group" aria-labelledby={formats}>
        <Text size="sm" fw={600} id={formats} mr="auto">
          {t('export.format')}
        </Text>
        {FORMATS.map((format) => (
          <Button
            key={format}
            size="xs"
            variant="light"
            // A disabled button would lose the focus.
            aria-busy={making.isPending}
            onClick={() => {
              make(format);
            }}
          >
            {format}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

const NO_REASON = { path: 'reason', code: 'required', params: {} };

/** Returns a function that checks whether a cached list has more rows than that. */
function useTellsOfMany(): (list: readonly string[]) => boolean {
  const queryClient = useQueryClient();
  return (list) =>
    queryClient
      .getQueriesData<{ total: number }>({ queryKey: list, type: 'active' })
      .some(([, page]) => (page?.total ?? 0) > MAX_WITHOUT_REASON);
}

function reasonError(error: unknown) {
  return fieldErrorsOf(error).find(({ path }) => path === 'reason');
}
