// All that somebody sees whose permission group demands a second step that the account does not have: setting it up.
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { signOutAtom } from '~/kernel/session/session';
import classes from './first-password-page.module.css';
import { TwoStepsSetUp } from './two-steps-set-up';

export default function DemandedStepsPage({ onDone }: { onDone: () => void }) {
  const t = useText();
  const queryClient = useQueryClient();
  const signOut = useSetAtom(signOutAtom);
  usePageTitle(t('twoSteps.demanded'));
  return (
    <main className={classes.page}>
      <Paper withBorder className={classes.box}>
        <Stack gap="md">
          <div>
            <Title order={1} size="h4">
              {t('twoSteps.demanded')}
            </Title>
            <Text c="dimmed" mt={4}>
              {t('twoSteps.demandedHint')}
            </Text>
          </div>
          <TwoStepsSetUp
            onDone={() => {
              // What was refused until now is asked for again; then the page may go.
              void queryClient.resetQueries().then(onDone);
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
