// A small form in a dialog: what it is about, what was wrong with the whole of it, its inputs, and the two buttons.
import '~/ui/controls/at-once';
import { Alert, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { useText } from '~/kernel/i18n/i18n';
import { ErrorIcon } from '~/ui/icons';

interface DialogFormProps {
  /** What sending it has come to. */
  sent: { error: unknown; isPending: boolean };
  onSubmit: () => void;
  onCancel: () => void;
  submitLabel: string;
  /** Whether what is entered is not enough to be sent. */
  isUnready?: boolean;
  /** What stands above all else. */
  intro?: ReactNode;
  /** Fields without an input of their own: what is wrong with them is said of the whole. */
  whole?: readonly string[];
  /** The inputs; each asks what is wrong with its field. */
  children: (errorOf: (field: string) => string | undefined) => ReactNode;
}

export function DialogForm(props: DialogFormProps) {
  const { sent, whole = [] } = props;
  const t = useText();
  const problems = fieldErrorsOf(sent.error);
  const errorOf = (field: string) => {
    const problem = problems.find((one) => one.path === field);
    return problem && fieldErrorText(problem);
  };
  const ofWhole =
    whole.map(errorOf).find((text) => text !== undefined) ??
    (sent.error !== null && problems.length === 0 ? errorText(sent.error) : undefined);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      <Stack gap="sm">
        {props.intro}
        {ofWhole !== undefined && (
          <Alert
            color="red"
            variant="light"
            icon={<ErrorIcon size={18} stroke={1.6} />}
            role="alert"
            title={ofWhole}
          />
        )}
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
  );
}
