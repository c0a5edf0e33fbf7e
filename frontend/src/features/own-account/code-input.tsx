// An input for a code of an authenticator app or, if allowed, a recovery code.
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import { digitsOf } from '~/kernel/session/one-time-code';

interface CodeInputProps {
  value: string;
  onChange: (code: string) => void;
  error: ReactNode;
  /** Whether a recovery code is accepted, too. */
  either?: boolean;
  autoFocus?: boolean;
}

export function CodeInput(props: CodeInputProps) {
  const { value, onChange, error, either = false, autoFocus = false } = props;
  const t = useText();
  return (
    <TextInput
      label={t(either ? 'twoSteps.eitherCode' : 'twoSteps.code')}
      description={either ? undefined : t('twoSteps.codeHint')}
      dir="ltr"
      autoComplete="one-time-code"
      autoFocus={autoFocus}
      inputMode={either ? 'text' : 'numeric'}
      spellCheck={false}
      value={value}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        onChange(either ? typed : digitsOf(typed));
      }}
      error={error}
      errorProps={{ role: 'alert' }}
    />
  );
}
