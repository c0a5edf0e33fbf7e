// The second step of signing in: a six-digit code of an authenticator app or a recovery code. Its
// code and texts are loaded when the server asks for it.
import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '~/kernel/errors/error-text';
import { useText } from '~/kernel/i18n/i18n';
import { DIGITS, digitsOf, isCodeRequired } from '~/kernel/session/one-time-code';

export interface CodeStepProps {
  pending: boolean;
  /** Why the last code was refused. */
  error: Error | null;
  onCode: (code: string) => void;
  /** Called on input, because the error belongs to the previous code. */
  onChange: () => void;
  onBack: () => void;
}

export default function CodeStep({ pending, error, onCode, onChange, onBack }: CodeStepProps) {
  const t = useText();
  const [byRecovery, setByRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
  }, [byRecovery]);
  useEffect(() => {
    if (error) input.current?.select();
  }, [error]);
  const refusal = error && !isCodeRequired(error) ? errorText(error) : undefined;
  const enter = (entered: string) => {
    setCode(entered);
    setMissing(false);
    onChange();
  };
  const isWhole = byRecovery ? code.trim() !== '' : code.length === DIGITS;
  const [label, hint] = byRecovery
    ? [t('twoSteps.recoveryCode'), t('twoSteps.recoveryHint')]
    : [t('twoSteps.code'), t('twoSteps.codeHint')];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(!isWhole);
        if (isWhole) onCode(code);
        else input.current?.focus();
      }}
    >
      <Stack gap="md">
        {/* A separate field for each kind of code: browsers autofill them separately. */}
        <TextInput
          key={String(byRecovery)}
          ref={input}
          label={label}
          description={hint}
          errorProps={{ role: 'alert' }}
          size="md"
          dir="ltr"
          autoComplete={byRecovery ? 'off' : 'one-time-code'}
          inputMode={byRecovery ? 'text' : 'numeric'}
          autoCapitalize={byRecovery ? 'characters' : 'none'}
          spellCheck={false}
          value={code}
          onChange={(event) => {
            const { value } = event.currentTarget;
            enter(byRecovery ? value : digitsOf(value));
          }}
          error={missing ? t('twoSteps.required') : refusal}
        />
        <Button type="submit" size="md" fullWidth loading={pending}>
          {t('login.submit')}
        </Button>
        <Group justify="space-between" gap="xs">
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            {t('twoSteps.back')}
          </Anchor>
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              setByRecovery(!byRecovery);
              enter('');
            }}
          >
            {t(byRecovery ? 'twoSteps.useApp' : 'twoSteps.useRecovery')}
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}
