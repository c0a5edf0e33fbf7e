// Launches any number of operators in one transaction: all of them or none.
import '~/ui/controls/at-once';
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '~/domain/client';
import { today } from '~/domain/time';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { DayInput } from '~/kernel/field/day-input';
import { SeveralSelect } from '~/kernel/field/several-select';
import { useDirtyGuard } from '~/kernel/form/use-dirty-guard';
import { useText } from '~/kernel/i18n/i18n';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { useCloseDialog } from '~/kernel/resource/use-dialog-route';
import { toast } from '~/kernel/toast/toast';
import { ErrorIcon } from '~/ui/icons';
import { useLaunched } from './launch-buttons';

/** One page of operators. If there are more, the user finds them by name. */
const AT_ONCE = 200;
const TYPING_PAUSE = 200;

interface Choice {
  value: string;
  label: string;
}

/** Returns operators without a launch: the server refuses the others. */
async function launchable(
  narrowed: { name?: string; operatorIds?: number[] },
  signal: AbortSignal,
): Promise<Choice[]> {
  const query = { pageSize: AT_ONCE, hasLaunch: false, ...narrowed };
  const { data } = await call('ListOperators', { query }, signal);
  return data.map((operator) => ({
    value: String(operator.operatorId),
    label: `${operator.name} (${operator.companyName ?? ''})`,
  }));
}

export function Component() {
  const t = useText();
  const close = useCloseDialog();
  const queryClient = useQueryClient();
  const begun = useLaunched();
  const selected = useQuery({
    queryKey: ['operators', 'launchable', begun],
    queryFn: ({ signal }) => launchable({ operatorIds: [...begun] }, signal),
    enabled: begun.length > 0,
  });
  const [changed, setChosen] = useState<Choice[]>();
  const chosen = changed ?? selected.data ?? [];
  const [typed, setTyped] = useState('');
  const [name] = useDebouncedValue(typed.trim(), TYPING_PAUSE);
  const [day, setDay] = useState(today);
  const [asked, setAsked] = useState(false);
  const isNobody = chosen.length === 0;
  const without = useQuery({
    queryKey: ['operators', 'launchable', name],
    queryFn: ({ signal }) => launchable(name === '' ? {} : { name }, signal),
    placeholderData: keepPreviousData,
  });
  const found = without.data ?? [];
  const isChosen = ({ value }: Choice) => chosen.some((one) => one.value === value);
  const choices = [...chosen, ...found.filter((choice) => !isChosen(choice))];
  const guard = useDirtyGuard(changed !== undefined && changed.length > 0);
  const launch = useMutation({
    mutationFn: () =>
      call('LaunchOperators', {
        body: { operatorIds: chosen.map(({ value }) => Number(value)), launchedAt: day },
      }),
    onSuccess: () => {
      toast('success', t('operator.launched'));
      void queryClient.invalidateQueries({ queryKey: ['operators'] });
      guard.release();
      close();
    },
  });
  const problems = fieldErrorsOf(launch.error);
  const of = (path: string) => problems.find((problem) => problem.path === path);
  const [whom, when] = [of('operatorIds'), of('launchedAt')];
  return (
    <DialogFrame title={t('operator.launch')} onClose={close}>
      {guard.question}
      {[without, selected].map(
        (asked, index) =>
          asked.isError && (
            <QueryError key={index} error={asked.error} retry={() => void asked.refetch()} />
          ),
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (!isNobody) launch.mutate();
        }}
      >
        <Stack gap="sm">
          <Text c="dimmed">{t('operator.launchHint')}</Text>
          {launch.isError && (
            <Alert
              color="red"
              variant="light"
              icon={<ErrorIcon size={18} stroke={1.6} />}
              role="alert"
              title={errorText(launch.error)}
            >
              <List size="sm">
                {problems
                  .filter((problem) => problem.path.startsWith('operatorIds['))
                  .map((problem) => (
                    <List.Item key={problem.path}>
                      {`${chosen[Number(problem.path.slice('operatorIds['.length, -1))]?.label ?? ''}: ${fieldErrorText(problem)}`}
                    </List.Item>
                  ))}
              </List>
            </Alert>
          )}
          <SeveralSelect
            label={t('operator.title')}
            data={choices}
            value={chosen.map(({ value }) => value)}
            onChange={(ids) => {
              setChosen(choices.filter(({ value }) => ids.includes(value)));
            }}
            onSearchChange={setTyped}
            placeholder={t('field.choose')}
            error={asked && isNobody ? t('validation.required') : whom && fieldErrorText(whom)}
            searchable
            // A dialog that starts with this field shows itself before the list of operators.
            openOnFocus={false}
            withAsterisk
            nothingFoundMessage={t('state.noMatch')}
            data-autofocus
          />
          <DayInput
            label={t('operator.launchedAt')}
            value={day}
            onChange={setDay}
            error={when && fieldErrorText(when)}
            required
            disabled={false}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={launch.isPending}>
              {t('operator.launch')}
            </Button>
          </Group>
        </Stack>
      </form>
    </DialogFrame>
  );
}
