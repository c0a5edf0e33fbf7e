// The login page. It has a mode: staff sign in with a password; members will sign in by QR code (user mode).
import { Center, Paper } from '@mantine/core';
import type { ComponentType } from 'react';
import { useText } from '~/kernel/i18n/i18n';
import { LanguageMenu } from '~/kernel/i18n/language-menu';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { Logo } from '~/ui/logo';
import classes from './login-page.module.css';
import { loginModeOf, type LoginMode } from './login-mode';
import { ManagerForm } from './manager-form';

/** The form of each mode; users get theirs together with the signing in by QR code. */
const FORMS: Partial<Record<LoginMode, ComponentType>> = { MANAGER: ManagerForm };
const Form = FORMS[loginModeOf(window.location.host)] ?? ManagerForm;

export function Component() {
  const t = useText();
  usePageTitle(t('login.pageTitle'));
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <LanguageMenu />
      </header>
      <Center component="main" className={classes.main}>
        <Paper className={classes.card} withBorder radius="lg">
          <div className={classes.logo}>
            <Logo variant="uno" height={34} />
          </div>
          <Form />
        </Paper>
      </Center>
    </div>
  );
}
