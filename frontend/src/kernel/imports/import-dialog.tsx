// Imports a file: choose it, preview the result, start the import, read the report. The definition
// of each import supplies the rest.
import '~/ui/controls/at-once';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldError } from '~/domain/validation';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { CompanyPicker } from '~/kernel/field/company-kind';
import { focusFirstWrong } from '~/kernel/form/focus-first-wrong';
import { useText } from '~/kernel/i18n/i18n';
import { useAnnounceJob } from '~/kernel/jobs/jobs';
import { RunningJob } from '~/kernel/jobs/running-job';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { knownMe, onlyCompanyOf } from '~/kernel/session/account';
import { useCloseDialog } from '~/kernel/resource/use-dialog-route';
import footClasses from '~/kernel/dialog/foot.module.css';
import { ErrorIcon } from '~/ui/icons';
import { FileDrop } from './file-drop';
import type { Import, Preview, Upload } from './import';
import { ImportColumns, type Choices } from './import-columns';
import { DoubtfulColumns, SheetChoice } from './import-decisions';
import { ImportGuide } from './import-guide';
import { NamesContext, useNames } from './import-names';
import { ImportPreview } from './import-preview';
import { ImportProblems, type Corrections } from './import-problems';

/** How a zip archive begins, which a spreadsheet is. */
const ARCHIVE = 'PK\x03\x04';

/**
 * Spreadsheets are detected by their content: one that is called .csv is still one. Everything else
 * is read as text and rejected if it is not.
 */
async function formatOf(file: File) {
  // A file that cannot be read any more fails when it is sent.
  const begins = await file
    .slice(0, ARCHIVE.length)
    .text()
    .catch(() => '');
  return begins === ARCHIVE ? 'XLSX' : 'CSV';
}

interface ImportDialogProps<Found extends Preview> {
  what: Import<Found>;
}

export function ImportDialog<Found extends Preview>({ what }: ImportDialogProps<Found>) {
  const t = useText();
  const close = useCloseDialog();
  const [chosen, setChosen] = useState<Upload>();
  const [startedJob, setStartedJob] = useState<number>();
  const look = useMutation({ mutationFn: what.look });
  // While another sheet is loading, the last preview stays.
  const [preview, setPreview] = useState<Found>();
  return (
    <NamesContext value={what.names}>
      <DialogFrame title={what.title} onClose={close}>
        {startedJob !== undefined ? (
          <RunningJob jobId={startedJob} kind={what.kind}>
            {() => (
              <Group justify="flex-end">
                <Button onClick={close}>{t('action.close')}</Button>
              </Group>
            )}
          </RunningJob>
        ) : preview && chosen ? (
          <Decide
            key={preview.job?.jobId ?? 0}
            what={what}
            preview={preview}
            onStarted={setStartedJob}
            onOtherFile={() => {
              look.reset();
              setPreview(undefined);
            }}
            onReviewed={setPreview}
            onSheet={(sheet) => {
              const upload = { ...chosen, about: { ...chosen.about, sheet } };
              look.mutate(upload, { onSuccess: setPreview });
            }}
            pending={look.isPending}
            error={look.error}
          />
        ) : (
          <ChooseFile
            what={what}
            company={chosen?.companyId}
            onUpload={(upload) => {
              setChosen(upload);
              look.mutate(upload, { onSuccess: setPreview });
            }}
            onCancel={close}
            pending={look.isPending}
            error={look.error}
          />
        )}
      </DialogFrame>
    </NamesContext>
  );
}

interface DecideProps<Found extends Preview> {
  what: Import<Found>;
  preview: Found;
  onStarted: (jobId: number) => void;
  onOtherFile: () => void;
  onSheet: (sheet: number) => void;
  onReviewed: (preview: Found) => void;
  pending: boolean;
  error: unknown;
}

const NO_CHOICES: Choices = new Map();
const NO_CORRECTIONS: Corrections = new Map();

interface Decisions {
  choices: Choices;
  corrections: Corrections;
}

function Decide<Found extends Preview>(props: DecideProps<Found>) {
  const { what, preview, onStarted, onOtherFile, onSheet, onReviewed, pending, error } = props;
  const t = useText();
  const announce = useAnnounceJob();
  const [leaveOut, setLeaveOut] = useState<number[]>([]);
  const [choices, setChoices] = useState(NO_CHOICES);
  const [corrections, setCorrections] = useState(NO_CORRECTIONS);
  // What the preview shows. The import starts only without changes since.
  const [shown, setShown] = useState<Decisions>({ choices, corrections });
  const isSaid = choices !== shown.choices || corrections !== shown.corrections;
  const review = useMutation({
    mutationFn: ({ jobId, choices, corrections }: Decisions & { jobId: number }) =>
      what.review(jobId, {
        columns: [...choices].map(([column, field]) => ({ column, field })),
        corrections: [...corrections].map(([cell, value]) => {
          const [line, column] = cell.split(' ').map(Number);
          return { line: line ?? 0, column: column ?? 0, value };
        }),
      }),
    onSuccess: (found, sent) => {
      setShown(sent);
      setLeaveOut([]);
      start.reset();
      onReviewed(found);
    },
  });
  const start = useMutation({
    mutationFn: (jobId: number) => what.start(jobId, leaveOut),
    onSuccess: (job) => {
      onStarted(job.jobId);
      return announce();
    },
  });
  const { job, doubtfulColumns } = preview;
  const isDecided = doubtfulColumns.every((column) => leaveOut.includes(column.index));
  const rows = preview.validRows - (what.told?.rowsLeftOut(preview) ?? 0);
  const failure = error ?? review.error ?? start.error;
  return (
    <Stack gap="md">
      {preview.sheets.length > 0 && (
        <SheetChoice preview={preview} onChoose={onSheet} pending={pending} />
      )}
      {job && <ImportPreview preview={preview} counts={what.told?.counts(preview)} />}
      {job && (
        <ImportColumns
          columns={preview.fileColumns}
          fields={preview.fields}
          missing={preview.missingColumns}
          choices={choices}
          onChoose={setChoices}
        />
      )}
      {preview.problems.length > 0 && (
        <ImportProblems preview={preview} corrections={corrections} onCorrect={setCorrections} />
      )}
      {doubtfulColumns.length > 0 && (
        <DoubtfulColumns columns={doubtfulColumns} leftOut={leaveOut} onLeaveOut={setLeaveOut} />
      )}
      {what.told?.decisions(preview)}
      {failure != null && <Failure error={failure} />}
      <Group justify="flex-end" gap="xs" className={footClasses.foot}>
        <Button variant="default" onClick={onOtherFile}>
          {t('import.otherFile')}
        </Button>
        {job && isSaid && (
          <Button
            loading={review.isPending}
            onClick={() => {
              review.mutate({ jobId: job.jobId, choices, corrections });
            }}
          >
            {t('import.checkAgain')}
          </Button>
        )}
        {job && (
          <Button
            variant={isSaid ? 'default' : 'filled'}
            loading={start.isPending}
            disabled={rows === 0 || !isDecided || pending || isSaid}
            onClick={() => {
              start.mutate(job.jobId);
            }}
          >
            {t('import.start', { rows })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface ChooseFileProps<Found extends Preview> {
  what: Import<Found>;
  /** The company of the previous file. */
  company: number | undefined;
  onUpload: (upload: Upload) => void;
  onCancel: () => void;
  pending: boolean;
  error: unknown;
}

function ChooseFile<Found extends Preview>(props: ChooseFileProps<Found>) {
  const { what, company, onUpload, onCancel, pending, error } = props;
  const t = useText();
  const queryClient = useQueryClient();
  const [companyId, setCompanyId] = useState(() => company ?? onlyCompanyOf(knownMe(queryClient)));
  const [file, setFile] = useState<File>();
  const [asked, setAsked] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (companyId === null || !file || what.questions?.isAnswered === false) {
          focusFirstWrong(event.currentTarget);
          return;
        }
        void formatOf(file).then((format) => {
          onUpload({ companyId, file, about: { fileName: file.name, format } });
        });
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {what.hint}
        </Text>
        <CompanyPicker
          label={t('member.company')}
          placeholder={t('field.searchCompany')}
          value={companyId}
          onChange={setCompanyId}
          types={[]}
          required
          marks={{ 'data-path': 'companyId', 'data-autofocus': true }}
          error={asked && companyId === null ? t('validation.required') : undefined}
        />
        <FileDrop
          file={file}
          onFile={setFile}
          error={asked && !file ? t('import.fileRequired') : undefined}
        />
        {what.questions?.fields(asked)}
        <ImportGuide guide={what.guide} />
        {error != null && <Failure error={error} />}
        <Group justify="flex-end" gap="xs" className={footClasses.foot}>
          <Button variant="default" onClick={onCancel}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {t('import.check')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Failure({ error }: { error: unknown }) {
  const { columnName } = useNames();
  /** Replaces the wire name of a missing or hidden column by its label. */
  const inWords = (problem: FieldError): FieldError => {
    const { column } = problem.params;
    const isOfField = problem.code === 'missingColumn' || problem.code === 'hiddenColumn';
    if (!isOfField || column === undefined) return problem;
    return { ...problem, params: { ...problem.params, column: columnName(column) } };
  };
  return (
    <Alert color="red" variant="light" icon={<ErrorIcon size={18} stroke={1.6} />} role="alert">
      {errorText(error)}
      {fieldErrorsOf(error).map((problem) => (
        <div key={`${problem.path} ${problem.code} ${Object.values(problem.params).join()}`}>
          {fieldErrorText(inWords(problem))}
        </div>
      ))}
    </Alert>
  );
}
