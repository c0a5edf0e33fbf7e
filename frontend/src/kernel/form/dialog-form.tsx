// A small form in a dialog: an introduction, an error for the form as a whole, the inputs and two
// buttons. The contract's rules are checked before anything is sent. If another user has changed
// the record in the meantime, the form is replaced by a comparison of the saved and the entered
// values.
import '~/ui/controls/at-once';
import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { FieldError } from '~/domain/validation';
import type { ConflictProps } from '~/kernel/conflict/conflict';
import { Conflict } from '~/kernel/conflict/overtaken';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { useText } from '~/kernel/i18n/i18n';
import { focusFirstWrong } from './focus-first-wrong';
import { focusNotTaken } from './not-taken';
import { Refused } from './refused';
import { useDirtyGuard } from './use-dirty-guard';

interface DialogFormProps {
  /** State of the request. */
  sent: { error: unknown; isPending: boolean };
  onSubmit: () => void;
  onCancel: () => void;
  submitLabel: string;
  /**
   * The entered values. If they differ from the initial ones, leaving must be confirmed. Omits
   * values that are quick to enter again.
   */
  entered?: unknown;
  /** Validates the input by the contract's rules. Nothing is sent while there are errors. */
  check?: () => readonly FieldError[];
  /** Whether the input is incomplete, so that it cannot be sent. */
  isUnready?: boolean;
  /** Content above everything else. */
  intro?: ReactNode;
  /** Fields without an input of their own. Their errors are shown for the form as a whole. */
  whole?: readonly string[];
  /** The edit conflict of the form's record, until it is merged. */
  conflict?: ConflictProps | undefined;
  /** The inputs. Each asks for the error of its field. */
  children: (errorOf: (field: string) => string | undefined) => ReactNode;
}

const nothingIsWrong = (): readonly FieldError[] => [];

export function DialogForm(props: DialogFormProps) {
  const { sent, whole = [], conflict, check = nothingIsWrong } = props;
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const isCompared = conflict !== undefined;
  const entered = JSON.stringify(props.entered);
  const [atFirst] = useState(entered);
  const guard = useDirtyGuard(entered !== atFirst);
  const { hold } = guard;
  const { isPending, error } = sent;
  const versions = conflict?.versions;
  // A successful request navigates away, possibly a moment later, so the guard is off by then.
  // After a refusal or an edit conflict the input could be lost again, so the guard resumes.
  useEffect(() => {
    if (!isPending && error !== null) hold();
  }, [isPending, error, hold]);
  useEffect(() => {
    if (versions) hold();
  }, [versions, hold]);
  const wasCompared = useRef(false);
  useEffect(() => {
    // After the merge, the focus returns to the first input.
    if (wasCompared.current && !isCompared)
      form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    wasCompared.current = isCompared;
  }, [isCompared]);
  // The dialog focuses its first input when it opens, which may be before the form is mounted. A
  // form in a page sets its focus itself.
  useEffect(() => {
    if (form.current?.closest('[role="dialog"]'))
      form.current.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  // Errors are shown from the first submission on, and updated with each change.
  const [isChecked, setChecked] = useState(false);
  const found = isChecked ? check() : [];
  const problems = found.length > 0 ? found : fieldErrorsOf(sent.error);
  const errorOf = (field: string) => {
    const problem = problems.find((one) => one.path === field);
    return problem && fieldErrorText(problem);
  };
  const ofWhole =
    whole.map(errorOf).find((text) => text !== undefined) ??
    (sent.error !== null && problems.length === 0 ? errorText(sent.error) : undefined);
  return (
    <>
      {guard.question}
      {conflict && (
        <Conflict
          {...conflict}
          onSave={(merged) => {
            guard.release();
            conflict.onSave(merged);
          }}
        />
      )}
      <form
        ref={form}
        noValidate
        hidden={isCompared}
        onSubmit={(event) => {
          event.preventDefault();
          if (focusNotTaken(event.currentTarget)) return;
          setChecked(true);
          if (check().length > 0) {
            focusFirstWrong(event.currentTarget);
            return;
          }
          guard.release();
          props.onSubmit();
        }}
      >
        <Stack gap="sm">
          {props.intro}
          {ofWhole !== undefined && <Refused title={ofWhole} />}
          {props.children(errorOf)}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onCancel}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={sent.isPending} disabled={props.isUnready ?? false}>
              {props.submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  );
}
