// What an account is, from where it is used, and who signed in to it or failed to.
import { Button, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useText } from '~/kernel/i18n/i18n';
import type { AnyField, Permit } from '~/kernel/resource/definition';
import { FieldList } from '~/kernel/resource/field-list';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { PasswordIcon } from '~/ui/icons';
import { AccountSessions } from './account-sessions';
import { SignIns } from './sign-ins';

interface AccountDetailProps<Row> {
  fields: readonly AnyField<Row>[];
  record: Row;
  accountId: number;
  /** Address of the account's screen. */
  path: string;
  /** What else can be done with it. */
  actions?: ReactNode;
}

export function AccountDetail<Row extends { can: { update: Permit } }>({
  fields,
  record,
  accountId,
  path,
  actions,
}: AccountDetailProps<Row>) {
  const t = useText();
  const { search } = useLocation();
  const mayUpdate = record.can.update.allowed;
  return (
    <>
      <FieldList fields={fields} record={record} />
      {mayUpdate && (
        <Group gap="xs" mt="sm">
          <Button
            component={Link}
            to={{ pathname: `${path}/${String(accountId)}/password`, search }}
            state={DIALOG_STATE}
            variant="default"
            leftSection={<PasswordIcon size={16} stroke={1.6} aria-hidden />}
          >
            {t('staff.setPassword')}
          </Button>
          {actions}
        </Group>
      )}
      <Section title={t('staff.sessions')}>
        <AccountSessions accountId={accountId} mayEnd={mayUpdate} />
      </Section>
      <Section title={t('staff.signIns')}>
        <SignIns accountId={accountId} />
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h6" mt="lg" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

/** Whatever of a browser is said in a line. */
export function Device({ browser, address }: { browser: string | null; address: string | null }) {
  return (
    <>
      <Text fw={550}>{deviceName(browser ?? '')}</Text>
      {address !== null && (
        <Text size="sm" c="dimmed">
          <bdi>{address}</bdi>
        </Text>
      )}
    </>
  );
}

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bWhale\//, 'Whale'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A browser and its system by name, as far as it says what it is. */
export function deviceName(browser: string): string {
  const named = (names: typeof BROWSERS) => names.find(([sign]) => sign.test(browser))?.[1];
  const parts = [named(BROWSERS), named(SYSTEMS)].filter((part) => part !== undefined);
  return parts.join(' · ') || (browser.split(/[\s/]/)[0] ?? '') || '–';
}
