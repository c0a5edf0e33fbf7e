// All that somebody sees whose password was set by somebody else: the form for one of the own.
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { signOutAtom } from '~/kernel/session/session';
import classes from './first-password-page.module.css';
import { PasswordForm } from './password-form';

export default function FirstPasswordPage() {
  const t = useText();
  const queryClient = useQueryClient();
  const signOut = useSetAtom(signOutAtom);
  usePageTitle(t('account.mustChange'));
  return (
    <main className={classes.page}>
      <Paper withBorder className={classes.box}>
        <Stack gap="md">
          <div>
            <Title order={1} size="h4">
              {t('account.mustChange')}
            </Title>
            <Text c="dimmed" mt={4}>
              {t('account.mustChangeHint')}
            </Text>
          </div>
          <PasswordForm
            onChanged={() => {
              // What was refused until now is asked for again.
              void queryClient.resetQueries();
            }}
          />
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              void signOut();
            }}
          >
            {t('shell.logout')}
          </Button>
        </Stack>
      </Paper>
    </main>
  );
}
