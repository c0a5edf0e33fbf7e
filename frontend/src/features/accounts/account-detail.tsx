// The detail of a staff account: its fields, its sessions, and its successful and failed sign-ins.
import { Button, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { call } from '~/domain/client';
import { useText } from '~/kernel/i18n/i18n';
import type { AnyField, Permit } from '~/kernel/resource/definition';
import { FieldList } from '~/kernel/resource/field-list';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { SignInList } from '~/kernel/session/sign-in-list';
import { PasswordIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { AccountSessions } from './account-sessions';
import { GivenAccess, type GivenAccessCalls } from './given-access';

interface AccountDetailProps<Row> {
  fields: readonly AnyField<Row>[];
  record: Row;
  accountId: number;
  /** Address of the account's screen. */
  path: string;
  /** Additional actions. */
  actions?: ReactNode;
  /** What the account has handed out. */
  given: GivenAccessCalls;
}

export function AccountDetail<Row extends { name: string; can: { update: Permit } }>({
  fields,
  record,
  accountId,
  path,
  actions,
  given,
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
      <Section title={t('staff.givenAccess')}>
        <GivenAccess accountId={accountId} name={record.name} mayTakeOver={mayUpdate} {...given} />
      </Section>
      <Section title={t('staff.signIns')}>
        <SignInList
          queryKey={['account-sign-ins', accountId]}
          ask={(query, signal) =>
            call('ListAccountSignIns', { path: { accountId }, query }, signal)
          }
        />
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
