// The caller's own account: what it is, how the console looks, and its password.
import {
  NativeSelect,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Title,
  useMantineColorScheme,
} from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { ReactNode } from 'react';
import { QueryError } from '~/kernel/errors/query-error';
import { NOTHING } from '~/kernel/field/nothing';
import { chooseLanguage, textIfKnown, useLanguage, useText } from '~/kernel/i18n/i18n';
import { AVAILABLE_LANGUAGES } from '~/kernel/i18n/languages';
import { usePageTitle } from '~/kernel/page/use-page-title';
import { groupName, nameOf, useAllowedServices, useMe, type Me } from '~/kernel/session/account';
import { PageHeader } from '~/ui/page-header';
import classes from './account-settings-page.module.css';
import { PasswordForm } from './password-form';

export function Component() {
  const t = useText();
  const me = useMe();
  usePageTitle(t('account.title'));
  return (
    <>
      <PageHeader title={t('account.title')} />
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
    [t('account.services'), services.map((service) => service.name).join(', ') || NOTHING],
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

function Appearance() {
  const t = useText();
  const language = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Stack gap="md">
      <NativeSelect
        label={t('shell.language')}
        value={language}
        data={AVAILABLE_LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name }))}
        onChange={(event) => {
          void chooseLanguage(event.currentTarget.value);
        }}
      />
      <div>
        <Text size="sm" fw={500} mb={4} id="color-scheme">
          {t('account.colorScheme')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="color-scheme"
          value={colorScheme}
          onChange={setColorScheme}
          data={[
            { value: 'light', label: t('account.light') },
            { value: 'dark', label: t('account.dark') },
            { value: 'auto', label: t('account.system') },
          ]}
        />
      </div>
    </Stack>
  );
}
