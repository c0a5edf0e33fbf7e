// Importing members with measurements: choose a file, look at what it would do, start it, read the report.
import '~/ui/controls/at-once';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { call, type Answer } from '~/domain/client';
import type { FieldError } from '~/domain/validation';
import { useAccess } from '~/kernel/access/access';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { CompanyPicker } from '~/kernel/field/company-kind';
import { useText } from '~/kernel/i18n/i18n';
import { useAnnounceJob } from '~/kernel/jobs/jobs';
import { RunningJob } from '~/kernel/jobs/running-job';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { useCloseDialog } from '~/kernel/resource/use-dialog-route';
import { REGULAR_USERS_PATH } from '~/kernel/screen/known-paths';
import { ErrorIcon } from '~/ui/icons';
import { FileDrop } from './file-drop';
import { ImportColumns, type Choices } from './import-columns';
import { DoubtfulColumns, MemberChanges, SheetChoice } from './import-decisions';
import { ImportGuide } from './import-guide';
import { ImportPreview } from './import-preview';
import { ImportProblems, type Corrections } from './import-problems';
import { columnName } from './import-section';
import { NOT_VERIFIED, VerificationFields, type Verification } from '~/kernel/link/verification';

type Preview = Answer<'PreviewMemberImport'>;

interface Chosen {
  companyId: number;
  file: File;
  /** How everybody is known, where they are registered as users, too. */
  verification: Verification | null;
}

/** A spreadsheet by its name; everything else is read as text, and refused where it is none. */
function formatOf(file: File) {
  return /\.xls[xm]$/i.test(file.name) ? 'XLSX' : 'CSV';
}

export function Component() {
  const t = useText();
  const close = useCloseDialog();
  const [chosen, setChosen] = useState<Chosen>();
  const [startedJob, setStartedJob] = useState<number>();
  const look = useMutation({
    mutationFn: ({ companyId, file, verification, sheet }: Chosen & { sheet?: number }) =>
      call('PreviewMemberImport', {
        path: { companyId },
        query: {
          fileName: file.name,
          format: formatOf(file),
          ...(sheet !== undefined && { sheet }),
          ...verification,
        },
        body: file,
      }),
  });
  // While another sheet is read, the last preview stays in its place.
  const [preview, setPreview] = useState<Preview>();
  return (
    <DialogFrame title={t('import.title')} onClose={close}>
      {startedJob !== undefined ? (
        <RunningJob jobId={startedJob} kind="MEMBER_IMPORT">
          {() => (
            <Group justify="flex-end">
              <Button onClick={close}>{t('action.close')}</Button>
            </Group>
          )}
        </RunningJob>
      ) : preview && chosen ? (
        <Decide
          key={preview.job?.jobId ?? 0}
          preview={preview}
          onStarted={setStartedJob}
          onOtherFile={() => {
            look.reset();
            setPreview(undefined);
          }}
          onReviewed={setPreview}
          onSheet={(sheet) => {
            look.mutate({ ...chosen, sheet }, { onSuccess: setPreview });
          }}
          pending={look.isPending}
          error={look.error}
        />
      ) : (
        <Upload
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
  );
}

interface DecideProps {
  preview: Preview;
  onStarted: (jobId: number) => void;
  onOtherFile: () => void;
  onSheet: (sheet: number) => void;
  onReviewed: (preview: Preview) => void;
  pending: boolean;
  error: unknown;
}

const NO_CHOICES: Choices = new Map();
const NO_CORRECTIONS: Corrections = new Map();

function Decide(props: DecideProps) {
  const { preview, onStarted, onOtherFile, onSheet, onReviewed, pending, error } = props;
  const t = useText();
  const announce = useAnnounceJob();
  const [leaveOut, setLeaveOut] = useState<number[]>([]);
  const [acceptChanges, setAcceptChanges] = useState(false);
  const [choices, setChoices] = useState(NO_CHOICES);
  const [corrections, setCorrections] = useState(NO_CORRECTIONS);
  // What has been said since the file was read: nothing is started that no preview has shown.
  const [isSaid, setIsSaid] = useState(false);
  const review = useMutation({
    mutationFn: (jobId: number) =>
      call('ReviewMemberImport', {
        path: { jobId },
        body: {
          columns: [...choices].map(([column, field]) => ({ column, field })),
          corrections: [...corrections].map(([cell, value]) => {
            const [line, column] = cell.split(' ').map(Number);
            return { line: line ?? 0, column: column ?? 0, value };
          }),
        },
      }),
    onSuccess: (found) => {
      setIsSaid(false);
      setLeaveOut([]);
      onReviewed(found);
    },
  });
  const start = useMutation({
    mutationFn: (jobId: number) =>
      call('StartMemberImport', { path: { jobId }, body: { acceptChanges, leaveOut } }),
    onSuccess: (job) => {
      onStarted(job.jobId);
      return announce();
    },
  });
  const { job, doubtfulColumns, changedRows } = preview;
  const isDecided = doubtfulColumns.every((column) => leaveOut.includes(column.index));
  const rows = preview.validRows - (acceptChanges ? 0 : changedRows);
  const failure = error ?? review.error ?? start.error;
  return (
    <Stack gap="md">
      {preview.sheets.length > 0 && (
        <SheetChoice preview={preview} onChoose={onSheet} pending={pending} />
      )}
      {job && <ImportPreview preview={preview} />}
      {job && (
        <ImportColumns
          columns={preview.fileColumns}
          fields={preview.fields}
          missing={preview.missingColumns}
          choices={choices}
          onChoose={(chosen) => {
            setChoices(chosen);
            setIsSaid(true);
          }}
        />
      )}
      {preview.problems.length > 0 && (
        <ImportProblems
          preview={preview}
          corrections={corrections}
          onCorrect={(corrected) => {
            setCorrections(corrected);
            setIsSaid(true);
          }}
        />
      )}
      {doubtfulColumns.length > 0 && (
        <DoubtfulColumns columns={doubtfulColumns} leftOut={leaveOut} onLeaveOut={setLeaveOut} />
      )}
      {changedRows > 0 && (
        <MemberChanges preview={preview} accepted={acceptChanges} onAccept={setAcceptChanges} />
      )}
      {failure != null && <Failure error={failure} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onOtherFile}>
          {t('import.otherFile')}
        </Button>
        {job && isSaid && (
          <Button
            loading={review.isPending}
            onClick={() => {
              review.mutate(job.jobId);
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

interface UploadProps {
  onUpload: (chosen: Chosen) => void;
  onCancel: () => void;
  pending: boolean;
  error: unknown;
}

function Upload({ onUpload, onCancel, pending, error }: UploadProps) {
  const t = useText();
  const [companyId, setCompanyId] = useState<number | null>(null);
  const [file, setFile] = useState<File>();
  const [asked, setAsked] = useState(false);
  const isOfUsers = useLocation().pathname.startsWith(REGULAR_USERS_PATH);
  const mayRegister = useAccess(REGULAR_USERS_PATH).create;
  const [asUsers, setAsUsers] = useState(isOfUsers);
  const [verification, setVerification] = useState(NOT_VERIFIED);
  const required = t('validation.required');
  const isVerified = verification.evidence !== null && verification.level !== null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (companyId === null || !file || (asUsers && !isVerified)) return;
        onUpload({ companyId, file, verification: asUsers ? verification : null });
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
          marks={{ 'data-path': 'companyId', 'data-autofocus': true }}
          error={asked && companyId === null ? required : undefined}
        />
        <FileDrop
          file={file}
          onFile={setFile}
          error={asked && !file ? t('import.fileRequired') : undefined}
        />
        {mayRegister && (
          <Checkbox
            label={t('import.asUsers')}
            description={t('import.asUsersHint')}
            checked={asUsers}
            onChange={(event) => {
              setAsUsers(event.currentTarget.checked);
            }}
          />
        )}
        {asUsers && (
          <VerificationFields
            value={verification}
            onChange={setVerification}
            errorOf={(field) => (asked && verification[field] === null ? required : undefined)}
          />
        )}
        <ImportGuide />
        {error != null && <Failure error={error} />}
        <Group justify="flex-end" gap="xs">
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

/** A column that a file lacks or hides is told by its name here, not by that of the wire. */
function inWords(problem: FieldError): FieldError {
  const { column } = problem.params;
  const isOfField = problem.code === 'missingColumn' || problem.code === 'hiddenColumn';
  if (!isOfField || column === undefined) return problem;
  return { ...problem, params: { ...problem.params, column: columnName(column) } };
}
