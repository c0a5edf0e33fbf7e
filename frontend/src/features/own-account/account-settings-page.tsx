// The user's account settings: account, contact data, appearance, password and sessions. Its dialog
// is a child route.
import { Anchor, Skeleton, Stack } from '@mantine/core';
import { Outlet } from 'react-router';
import { Appearance } from '~/kernel/appearance/appearance';
import { DensityChoice } from '~/kernel/appearance/density';
import { QueryError } from '~/kernel/errors/query-error';
import { useText } from '~/kernel/i18n/i18n';
import { lazyPart } from '~/kernel/code/lazy-part';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { useMe } from '~/kernel/session/account';
import { OwnSessions } from '~/kernel/session/own-sessions';
import { Link } from '~/ui/link';
import { PageHeader } from '~/ui/page-header';
import classes from './account-settings-page.module.css';
import { AccountFacts } from './account-facts';
import { OwnDetails } from './own-details';
import { PasswordForm } from './password-form';
import { ACCOUNT_DETAIL, ACCOUNT_SETTINGS } from './screens';
import { Section } from './section';

// Includes the QR code drawing, which few users need.
const TwoSteps = lazyPart(() => import('./two-steps'), { loading: <Skeleton height={120} /> });

export function Component() {
  const t = useText();
  const me = useMe();
  usePageTitle(t(ACCOUNT_SETTINGS.title));
  return (
    <>
      <PageHeader title={t(ACCOUNT_SETTINGS.title)} />
      <div className={classes.columns}>
        <Section title={t('account.mine')}>
          {me.isPending && <Skeleton height={160} />}
          {me.isError && <QueryError error={me.error} retry={() => void me.refetch()} />}
          {me.data && (
            <>
              <AccountFacts me={me.data} isNamed />
              <Anchor
                component={Link}
                to={ACCOUNT_DETAIL.path}
                size="sm"
                mt="sm"
                display="inline-block"
              >
                {t('account.toDetail')}
              </Anchor>
            </>
          )}
        </Section>
        <Section title={t('account.details')}>
          <OwnDetails />
        </Section>
        <Section title={t('account.appearance')}>
          <Stack gap="md">
            <Appearance />
            <DensityChoice />
          </Stack>
        </Section>
        <Section title={t('account.password')}>
          <PasswordForm />
        </Section>
        <Section title={t('twoSteps.title')}>
          <TwoSteps />
        </Section>
        <Section title={t('staff.sessions')}>
          <OwnSessions />
        </Section>
      </div>
      <Outlet />
    </>
  );
}
