// Importing members with measurements: choose a file, look at what it would do, start it, read the report.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { CompanyPicker } from '~/kernel/field/company-kind';
import { useText } from '~/kernel/i18n/i18n';
import { JobCard } from '~/kernel/jobs/job-card';
import { followJob, isUnderWay, useAnnounceJob, useJob } from '~/kernel/jobs/jobs';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { useCloseDialog } from '~/kernel/resource/use-dialog-route';
import { ErrorIcon } from '~/ui/icons';
import { FileDrop } from './file-drop';
import { ImportPreview } from './import-preview';

type Preview = Answer<'PreviewMemberImport'>;

export function Component() {
  const t = useText();
  const close = useCloseDialog();
  const announce = useAnnounceJob();
  const [preview, setPreview] = useState<Preview>();
  const [startedJob, setStartedJob] = useState<number>();
  const start = useMutation({
    mutationFn: (jobId: number) => call('StartMemberImport', { path: { jobId } }),
    onSuccess: (job) => {
      setStartedJob(job.jobId);
      return announce();
    },
  });
  return (
    <DialogFrame title={t('import.title')} onClose={close}>
      {startedJob !== undefined ? (
        <Running jobId={startedJob} onClose={close} />
      ) : preview ? (
        <Stack gap="md">
          <ImportPreview preview={preview} />
          {start.isError && <Failure error={start.error} />}
          <Group justify="flex-end" gap="xs">
            <Button
              variant="default"
              onClick={() => {
                start.reset();
                setPreview(undefined);
              }}
            >
              {t('import.otherFile')}
            </Button>
            <Button
              loading={start.isPending}
              disabled={preview.validRows === 0}
              onClick={() => {
                start.mutate(preview.job.jobId);
              }}
            >
              {t('import.start', { rows: preview.validRows })}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Upload onPreview={setPreview} onCancel={close} />
      )}
    </DialogFrame>
  );
}

interface UploadProps {
  onPreview: (preview: Preview) => void;
  onCancel: () => void;
}

function Upload({ onPreview, onCancel }: UploadProps) {
  const t = useText();
  const [companyId, setCompanyId] = useState<number | null>(null);
  const [file, setFile] = useState<File>();
  const [asked, setAsked] = useState(false);
  const upload = useMutation({
    mutationFn: (chosen: { companyId: number; file: File }) =>
      call('PreviewMemberImport', {
        path: { companyId: chosen.companyId },
        query: {
          fileName: chosen.file.name,
          format: chosen.file.name.toLowerCase().endsWith('.xlsx') ? 'XLSX' : 'CSV',
        },
        body: chosen.file,
      }),
    onSuccess: onPreview,
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (companyId !== null && file) upload.mutate({ companyId, file });
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('import.hint')}
        </Text>
        <CompanyPicker
          label={t('member.company')}
          placeholder={t('field.searchCompany')}
          value={companyId}
          onChange={setCompanyId}
          types={[]}
          required
          error={asked && companyId === null ? t('validation.required') : undefined}
        />
        <FileDrop
          file={file}
          onFile={setFile}
          error={asked && !file ? t('import.fileRequired') : undefined}
        />
        {upload.isError && <Failure error={upload.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={upload.isPending}>
            {t('import.check')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Failure({ error }: { error: unknown }) {
  return (
    <Alert color="red" variant="light" icon={<ErrorIcon size={18} stroke={1.6} />} role="alert">
      {errorText(error)}
      {fieldErrorsOf(error).map((problem) => (
        <div key={`${problem.path} ${problem.code} ${Object.values(problem.params).join()}`}>
          {fieldErrorText(problem)}
        </div>
      ))}
    </Alert>
  );
}

function Running({ jobId, onClose }: { jobId: number; onClose: () => void }) {
  const t = useText();
  const queryClient = useQueryClient();
  const job = useJob(jobId);
  const done = job.data !== undefined && !isUnderWay(job.data);
  useEffect(() => {
    if (!done) return;
    void followJob(queryClient, 'MEMBER_IMPORT');
  }, [done, queryClient]);
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
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('action.close')}</Button>
      </Group>
    </Stack>
  );
}
