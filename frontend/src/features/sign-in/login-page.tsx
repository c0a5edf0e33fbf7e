// The login page. Staff sign in with a password, members by QR code or, without the app, by
// password. Only the form is part of the page; the rest is loaded when it is shown, and the shared
// core after the first render.
import { Button, Center, Paper } from '@mantine/core';
import { useEffect, useState } from 'react';
import { sessionObstacle } from '~/domain/cookies';
import { startCore } from '~/domain/core';
import { settings } from '~/domain/settings';
import { today } from '~/domain/time';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useText } from '~/kernel/i18n/i18n';
import { LanguageMenu } from '~/kernel/i18n/language-menu';
import { PRIVACY_PAGE } from '~/kernel/page/privacy-page';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { pageAddress } from '~/kernel/url/page-address';
import { Logo } from '~/ui/logo';
import classes from './login-page.module.css';
import { loginModeOf, type LoginMode } from './login-mode';
import { isNoticeDue } from './notice';
import { SignInForm } from './sign-in-form';

const UserMode = lazyPart(async () => {
  const [code] = await Promise.all([import('./user-mode'), startCore()]);
  return code;
});
const DevelopmentBar = lazyPart<{ mode: LoginMode; onMode: (mode: LoginMode) => void }>(
  () => import('./development-bar'),
  { optional: true },
);
const NoticeDialog = lazyPart(() => import('./notice-dialog'), { optional: true });

export function LoginPage() {
  const t = useText();
  const [mode, setMode] = useState(() => loginModeOf(pageAddress().host));
  const [byPassword, setByPassword] = useState(false);
  const [obstacle] = useState(sessionObstacle);
  const noticeDue = useNoticeDue();
  const isMember = mode === 'USER';
  const byApp = isMember && !byPassword;
  usePageTitle(t('login.pageTitle'));
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <LanguageMenu />
      </header>
      <Center component="main" className={classes.main}>
        <Paper className={classes.card} withBorder radius="lg" data-wide={byApp || undefined}>
          <div className={classes.logo}>
            <Logo variant="uno" height={34} />
          </div>
          <div className={classes.form}>
            {obstacle && (
              <p className={classes.obstacle} role="alert">
                {t(obstacle === 'insecure' ? 'login.insecure' : 'login.noCookies')}
              </p>
            )}
            {!obstacle && byApp && <UserMode />}
            {/* Staff input must not carry over to the members' form. */}
            {!obstacle && !byApp && (
              <SignInForm key={mode} title={t(isMember ? 'login.pageTitle' : 'login.title')} />
            )}
          </div>
          {isMember && !obstacle && (
            <div className={classes.other}>
              <Button
                variant="subtle"
                onClick={() => {
                  setByPassword(byApp);
                }}
              >
                {t(byApp ? 'login.byPassword' : 'login.byApp')}
              </Button>
            </div>
          )}
        </Paper>
      </Center>
      <footer className={classes.footer}>
        <a href={PRIVACY_PAGE}>{t('login.privacy')}</a>
      </footer>
      {settings().development && (
        <div className={classes.tools}>
          <DevelopmentBar mode={mode} onMode={setMode} />
        </div>
      )}
      {noticeDue && <NoticeDialog />}
    </div>
  );
}

/** Computed once: when the notice is dismissed, it must close and not vanish. */
function useNoticeDue(): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    startCore().then(
      () => {
        setDue(isNoticeDue(today(), settings().noticeUntil));
      },
      // Without the core nobody can sign in, and the form reports that.
      () => undefined,
    );
  }, []);
  return due;
}
