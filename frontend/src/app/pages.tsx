// Chooses between the login page, which has a single address, the console with its router, and the
// public pages.
import { useEffect } from 'react';
import { startCore } from '~/domain/core';
import { LoginPage } from '~/features/sign-in/login-page';
import { lazyPart } from '~/kernel/code/lazy-part';
import { loadTexts, useText, withTexts } from '~/kernel/i18n/i18n';
import { PRIVACY_PAGE } from '~/kernel/page/privacy-page';
import { REPORT_PAGE } from '~/kernel/page/report-page';
import { ANONYMOUS, useSession } from '~/kernel/session/session';
import { toast } from '~/kernel/toast/toast';
import { FailureBoundary } from './failure-boundary';
import { PagePlaceholder } from './page-placeholder';

/** Also called as soon as a session is likely, so that the first render does not wait for it. */
export function loadConsole() {
  return withTexts('console', import('./console-pages'));
}
const ConsolePages = lazyPart(loadConsole, { loading: <PagePlaceholder /> });

async function loadPrivacyPage() {
  const [code] = await Promise.all([
    withTexts('console', import('~/features/terms/privacy-page')),
    loadTexts('terms'),
    startCore(),
  ]);
  return code;
}
const PrivacyPage = lazyPart(loadPrivacyPage, { loading: <PagePlaceholder /> });

async function loadReportPage() {
  const [code] = await Promise.all([
    withTexts('console', import('./report-page')),
    loadTexts('measurement'),
    loadTexts('logs'),
    startCore(),
  ]);
  return code;
}
const ReportPage = lazyPart(loadReportPage, { loading: <PagePlaceholder /> });

/** Pages that are public and the same for everybody. */
const OPEN_PAGES = new Map([
  [PRIVACY_PAGE, <PrivacyPage key="privacy" />],
  [REPORT_PAGE, <ReportPage key="report" />],
]);

export function Pages() {
  const { authority, number, endedElsewhere } = useSession();
  const openPage = OPEN_PAGES.get(window.location.pathname);
  if (openPage) return <FailureBoundary>{openPage}</FailureBoundary>;
  return authority === ANONYMOUS ? (
    <LoginPages endedElsewhere={endedElsewhere ?? false} />
  ) : (
    <ConsolePages key={number} />
  );
}

/** Explains why the login page is shown to users who did not ask for it. */
function LoginPages({ endedElsewhere }: { endedElsewhere: boolean }) {
  const t = useText();
  useEffect(() => {
    if (endedElsewhere) toast('info', t('session.ended'));
  }, [endedElsewhere, t]);
  return (
    <FailureBoundary>
      <LoginPage />
    </FailureBoundary>
  );
}
