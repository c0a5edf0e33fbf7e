// The second factor in the account settings: its state, setup, renewal and removal.
import { Button, Group, PasswordInput, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '~/domain/client';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDateTime } from '~/kernel/i18n/format';
import { useText } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import { ToneBadge } from '~/ui/tone-badge';
import { CodeInput } from './code-input';
import { RecoveryCodes } from './recovery-codes';
import { stepRefusal } from './step-refusal';
import { TwoStepsSetUp } from './two-steps-set-up';

const QUERY_KEY = ['account', 'two-steps'];

type Task = 'SET_UP' | 'RENEW' | 'END';

export default function TwoSteps() {
  const t = useText();
  const queryClient = useQueryClient();
  const [task, setTask] = useState<Task>();
  const state = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => call('GetTwoSteps', {}, signal),
  });
  const done = () => {
    setTask(undefined);
    // Also refetches the account: the group may demand what was just removed.
    void queryClient.invalidateQueries({ queryKey: ['account'] });
  };
  if (state.isPending) return <Skeleton height={120} />;
  // Content that is shown once stays, even if refetching the rest fails.
  if (state.data === undefined)
    return <QueryError error={state.error} retry={() => void state.refetch()} />;
  const { confirmedAt, recoveryCodesLeft, isDemanded } = state.data;
  const cancel = () => {
    setTask(undefined);
  };
  if (task === 'SET_UP') return <TwoStepsSetUp onDone={done} onCancel={cancel} />;
  if (task === 'RENEW') return <Renew onDone={done} onCancel={cancel} />;
  if (task === 'END') return <End onDone={done} onCancel={cancel} />;
  const choose = (chosen: Task, label: string) => (
    <Button
      variant="default"
      onClick={() => {
        setTask(chosen);
      }}
    >
      {label}
    </Button>
  );
  return (
    <Stack gap="sm">
      <Text c="dimmed">{t('twoSteps.hint')}</Text>
      {confirmedAt === null ? (
        choose('SET_UP', t('twoSteps.setUp'))
      ) : (
        <>
          <Group gap="xs">
            <ToneBadge tone="good">{t('twoSteps.on')}</ToneBadge>
            <Text size="sm">{t('staff.since', { time: formatDateTime(confirmedAt) })}</Text>
          </Group>
          <Text size="sm">{t('twoSteps.codesLeft', { count: recoveryCodesLeft })}</Text>
          {isDemanded && <Text size="sm">{t('twoSteps.isDemanded')}</Text>}
          <Group gap="xs">
            {choose('RENEW', t('twoSteps.renew'))}
            {choose('END', t('twoSteps.turnOff'))}
          </Group>
        </>
      )}
    </Stack>
  );
}

interface TaskProps {
  onDone: () => void;
  onCancel: () => void;
}

function Renew({ onDone, onCancel }: TaskProps) {
  const t = useText();
  const [oneTimeCode, setCode] = useState('');
  const renew = useMutation({
    mutationFn: () => call('RenewRecoveryCodes', { body: { oneTimeCode } }),
  });
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} onKept={onDone} />;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        renew.mutate();
      }}
    >
      <Stack gap="sm">
        <Text c="dimmed">{t('twoSteps.renewHint')}</Text>
        <CodeInput
          either
          autoFocus
          value={oneTimeCode}
          onChange={(code) => {
            setCode(code);
            renew.reset();
          }}
          error={renew.error && stepRefusal(renew.error)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={renew.isPending} disabled={oneTimeCode.trim() === ''}>
            {t('twoSteps.renew')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The server's error code for a wrong password, which is shown at its field. */
const PASSWORDS_DO_NOT_MATCH = 11005;

function End({ onDone, onCancel }: TaskProps) {
  const t = useText();
  const [body, setBody] = useState({ password: '', oneTimeCode: '' });
  const end = useMutation({
    mutationFn: () => call('EndTwoSteps', { body }),
    onSuccess: () => {
      toast('success', t('twoSteps.turnedOff'));
      onDone();
    },
  });
  const refusal = end.error && stepRefusal(end.error);
  const isOfPassword =
    end.error !== null && 'code' in end.error && end.error.code === PASSWORDS_DO_NOT_MATCH;
  const change = (part: Partial<typeof body>) => {
    setBody((before) => ({ ...before, ...part }));
    end.reset();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        end.mutate();
      }}
    >
      <Stack gap="sm">
        <PasswordInput
          label={t('account.currentPassword')}
          autoComplete="current-password"
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
          value={body.password}
          onChange={(event) => {
            change({ password: event.currentTarget.value });
          }}
          error={isOfPassword ? refusal : undefined}
        />
        <CodeInput
          either
          value={body.oneTimeCode}
          onChange={(oneTimeCode) => {
            change({ oneTimeCode });
          }}
          error={isOfPassword ? undefined : refusal}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('action.cancel')}
          </Button>
          <Button
            type="submit"
            color="red"
            loading={end.isPending}
            disabled={body.password === '' || body.oneTimeCode.trim() === ''}
          >
            {t('twoSteps.turnOff')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
