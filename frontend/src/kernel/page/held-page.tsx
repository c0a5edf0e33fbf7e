// The frame of a page that requires a step before anything else: the step, a language menu and
// sign-out.
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { QuestionDialog } from '~/kernel/dialog/question';
import { useText } from '~/kernel/i18n/i18n';
import { LanguageMenu } from '~/kernel/i18n/language-menu';
import { useSignOut } from '~/kernel/session/use-sign-out';
import { Logo } from '~/ui/logo';
import classes from './held-page.module.css';
import { usePageTitle } from './use-page-title';

interface HeldPageProps {
  title: string;
  hint: string;
  /** The required step. When completed, it refetches everything that was refused until then. */
  children: ReactNode;
  /** Alternatives to the step and to signing out. */
  below?: ReactNode;
  /** Label of sign-out on this page. */
  signOutLabel?: string;
  /** For content that is read rather than filled in. */
  wide?: boolean;
}

export function HeldPage({
  title,
  hint,
  children,
  below,
  signOutLabel,
  wide = false,
}: HeldPageProps) {
  const t = useText();
  const signOut = useSignOut();
  const page = useRef<HTMLElement>(null);
  // After a sign-in the focused input is gone, so the focus must be set.
  useEffect(() => {
    page.current?.querySelector('input')?.focus();
  }, []);
  usePageTitle(title);
  return (
    <main ref={page} className={classes.page}>
      <div className={classes.top}>
        <Logo variant="uno" height={22} />
        <LanguageMenu />
      </div>
      <Paper withBorder className={classes.box} data-wide={wide || undefined}>
        <Stack gap="md">
          <div>
            <Title order={1} size="h4">
              {title}
            </Title>
            <Text c="dimmed" mt={4}>
              {hint}
            </Text>
          </div>
          {children}
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              void signOut();
            }}
          >
            {signOutLabel ?? t('shell.logout')}
          </Button>
          {below}
        </Stack>
      </Paper>
      <QuestionDialog />
    </main>
  );
}
