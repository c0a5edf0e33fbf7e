// The caller's own account: what it is, how the console looks, and its password.
import { Paper, Skeleton, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Appearance } from '~/kernel/appearance/appearance';
import { QueryError } from '~/kernel/errors/query-error';
import { NOTHING } from '~/kernel/field/nothing';
import { formatList } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { groupName, nameOf, useAllowedServices, useMe, type Me } from '~/kernel/session/account';
import { PageHeader } from '~/ui/page-header';
import classes from './account-settings-page.module.css';
import { PasswordForm } from './password-form';
import { ACCOUNT_SETTINGS } from './screens';

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
          {me.data && <Facts me={me.data} />}
        </Section>
        <Section title={t('account.appearance')}>
          <Appearance />
        </Section>
        <Section title={t('account.password')}>
          <PasswordForm />
        </Section>
      </div>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder className={classes.section}>
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

function Facts({ me }: { me: Me }) {
  const t = useText();
  const services = useAllowedServices();
  const facts = [
    [t('account.name'), nameOf(me)],
    [t('account.loginId'), me.loginId],
    [t('account.role'), textIfKnown(`role.${me.role}`) ?? me.role],
    [t('account.company'), me.companyName ?? NOTHING],
    [t('account.group'), groupName(me)],
    [
      t('account.services'),
      services.length === 0 ? NOTHING : formatList(services.map((service) => service.name)),
    ],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
