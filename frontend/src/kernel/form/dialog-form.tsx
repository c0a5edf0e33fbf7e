// A small form in a dialog: what it is about, what was wrong with the whole of it, its inputs, and the two buttons.
// What the contract's rules say is wrong is said before anything is sent.
// Where somebody else was faster, what stands now and what was entered are side by side in its place.
import '~/ui/controls/at-once';
import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { FieldError } from '~/domain/validation';
import type { ConflictProps } from '~/kernel/conflict/conflict';
import { Conflict } from '~/kernel/conflict/overtaken';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { useText } from '~/kernel/i18n/i18n';
import { focusFirstWrong } from './focus-first-wrong';
import { Refused } from './refused';
import { useDirtyGuard } from './use-dirty-guard';

interface DialogFormProps {
  /** What sending it has come to. */
  sent: { error: unknown; isPending: boolean };
  onSubmit: () => void;
  onCancel: () => void;
  submitLabel: string;
  /** What is entered: leaving is asked about where it is not what it was at first. Nothing of what is quickly entered again. */
  entered?: unknown;
  /** What is wrong with what is entered, by the contract's rules: it is not sent before nothing is. */
  check?: () => readonly FieldError[];
  /** Whether what is entered is not enough to be sent. */
  isUnready?: boolean;
  /** What stands above all else. */
  intro?: ReactNode;
  /** Fields without an input of their own: what is wrong with them is said of the whole. */
  whole?: readonly string[];
  /** Two people's changes of the record that the form is made of, until they are merged. */
  conflict?: ConflictProps | undefined;
  /** The inputs; each asks what is wrong with its field. */
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
  // What was sent leads away when it has come to something, which may take a moment; it is there to be lost when it was
  // refused, or somebody else was faster.
  useEffect(() => {
    if (!isPending && error !== null) hold();
  }, [isPending, error, hold]);
  useEffect(() => {
    if (versions) hold();
  }, [versions, hold]);
  const wasCompared = useRef(false);
  useEffect(() => {
    // What was merged is gone on with from the first input.
    if (wasCompared.current && !isCompared)
      form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    wasCompared.current = isCompared;
  }, [isCompared]);
  // The dialog looks for its first input when it opens, which may be before the form is there. What opens in a page says
  // itself where it begins.
  useEffect(() => {
    if (form.current?.closest('[role="dialog"]'))
      form.current.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  // Only what was sent once is checked, and from then on with each change.
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
