// Chooses between the login page, which has one address only, and the console with its router.
import { useEffect } from 'react';
import { LoginPage } from '~/features/auth/login-page';
import { lazyPart } from '~/kernel/code/lazy-part';
import { loadTexts, useText } from '~/kernel/i18n/i18n';
import { ANONYMOUS, useSession } from '~/kernel/session/session';
import { toast } from '~/kernel/toast/toast';
import { FailureBoundary } from './failure-boundary';
import { PagePlaceholder } from './page-placeholder';

/** Also called as soon as it is known that somebody may be signed in, so that nothing waits for the first picture. */
export async function loadConsole() {
  const [code] = await Promise.all([import('./console-pages'), loadTexts('console')]);
  return code;
}
const ConsolePages = lazyPart(loadConsole, { loading: <PagePlaceholder /> });

export function Pages() {
  const { authority, number, endedElsewhere } = useSession();
  return authority === ANONYMOUS ? (
    <LoginPages surprising={endedElsewhere ?? false} />
  ) : (
    <ConsolePages key={number} />
  );
}

/** Whoever did not ask for the login page is told why it is there. */
function LoginPages({ surprising }: { surprising: boolean }) {
  const t = useText();
  useEffect(() => {
    if (surprising) toast('info', t('session.ended'));
  }, [surprising, t]);
  return (
    <FailureBoundary>
      <LoginPage />
    </FailureBoundary>
  );
}
