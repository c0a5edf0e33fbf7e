// Asks the holder of a report link for the birth date of the person measured.
import '~/ui/controls/at-once';
import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { today } from '~/domain/time';
import { errorText, fieldErrorsOf, fieldErrorText, isNotFound } from '~/kernel/errors/error-text';
import { DayInput } from '~/kernel/field/day-input';
import { useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { ErrorIcon } from '~/ui/icons';
import classes from './open-report.module.css';

interface OpenReportProps {
  token: string;
  onOpened: (opened: Answer<'OpenReport'>) => void;
}

export function OpenReport({ token, onOpened }: OpenReportProps) {
  const t = useText();
  usePageTitle(t('report.openTitle'));
  const [birthDate, setBirthDate] = useState('');
  const open = useMutation({
    mutationFn: () => call('OpenReport', { body: { token, birthDate } }),
    onSuccess: onOpened,
  });
  const problem = fieldErrorsOf(open.error).find(({ path }) => path === 'birthDate');
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!open.isPending) open.mutate();
      }}
    >
      <Stack gap="md">
        <Title order={1} size="h3">
          {t('report.openTitle')}
        </Title>
        {token === '' ? (
          <Text role="alert">{t('report.noToken')}</Text>
        ) : (
          <>
            <Text c="dimmed">{t('report.openHint')}</Text>
            {open.isError && !problem && (
              <Alert
                color="red"
                variant="light"
                role="alert"
                icon={<ErrorIcon size={18} stroke={1.6} aria-hidden />}
              >
                {isNotFound(open.error) ? t('report.refused') : errorText(open.error)}
              </Alert>
            )}
            <DayInput
              label={t('member.birthDate')}
              value={birthDate}
              onChange={setBirthDate}
              latest={today()}
              error={problem && fieldErrorText(problem)}
              required
              disabled={false}
            />
            <Button type="submit" loading={open.isPending}>
              {t('report.open')}
            </Button>
          </>
        )}
      </Stack>
    </form>
  );
}
