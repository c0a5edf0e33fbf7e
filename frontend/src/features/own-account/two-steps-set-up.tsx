// Sets up the second factor: the password, a QR code to scan, a code that proves it, and recovery
// codes, which are shown once and must be stored before the setup continues.
import { Button, Code, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { useText } from '~/kernel/i18n/i18n';
import { QrDrawing } from '~/kernel/qr/qr-drawing';
import { CodeInput } from './code-input';
import { RecoveryCodes } from './recovery-codes';
import { stepRefusal } from './step-refusal';

interface SetUpProps {
  /** Called when the setup is complete and the recovery codes are stored. */
  onDone: () => void;
  /** Set if the setup is optional. */
  onCancel?: () => void;
}

export function TwoStepsSetUp({ onDone, onCancel }: SetUpProps) {
  const t = useText();
  const [password, setPassword] = useState('');
  const begin = useMutation({
    mutationFn: () => call('BeginTwoSteps', { body: { password } }),
  });
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (begin.data)
    return (
      <Confirm
        secret={begin.data}
        onConfirmed={setCodes}
        onAgain={() => {
          setPassword('');
          begin.reset();
        }}
      />
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        begin.mutate();
      }}
    >
      <Stack gap="sm">
        <PasswordInput
          label={t('account.currentPassword')}
          autoComplete="current-password"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            begin.reset();
          }}
          error={begin.error && stepRefusal(begin.error)}
        />
        <Group justify="flex-end" gap="xs">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('action.cancel')}
            </Button>
          )}
          <Button type="submit" loading={begin.isPending} disabled={password === ''}>
            {t('twoSteps.setUp')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ConfirmProps {
  secret: Answer<'BeginTwoSteps'>;
  onConfirmed: (codes: readonly string[]) => void;
  /** Called to start over after a timeout. */
  onAgain: () => void;
}

function Confirm({ secret, onConfirmed, onAgain }: ConfirmProps) {
  const t = useText();
  const [oneTimeCode, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => call('ConfirmTwoSteps', { body: { oneTimeCode } }),
    onSuccess: ({ recoveryCodes }) => {
      onConfirmed(recoveryCodes);
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <Stack gap="sm">
        <Text>{t('twoSteps.scan')}</Text>
        <Group justify="center">
          <QrDrawing text={secret.uri} label={t('twoSteps.qr')} />
        </Group>
        <div>
          <Text size="sm" c="dimmed">
            {t('twoSteps.secret')}
          </Text>
          {/* Grouped, because it is typed. Screen readers and copying use the text as shown. */}
          <Code dir="ltr" fz="sm">
            {secret.secret.match(/.{1,4}/g)?.join(' ')}
          </Code>
        </div>
        <CodeInput
          value={oneTimeCode}
          onChange={(code) => {
            setCode(code);
            confirm.reset();
          }}
          error={confirm.error && stepRefusal(confirm.error)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onAgain}>
            {t('twoSteps.back')}
          </Button>
          <Button type="submit" loading={confirm.isPending} disabled={oneTimeCode === ''}>
            {t('twoSteps.turnOn')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
