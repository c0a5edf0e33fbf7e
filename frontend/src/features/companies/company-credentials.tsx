// The credentials of a company's own systems: scope, expiry, last use, and revocation.
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { call, type Answer } from '~/domain/client';
import { useAsk } from '~/kernel/dialog/question';
import { errorText } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { formatDate, formatDateTime, formatNumber } from '~/kernel/i18n/format';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { DIALOG_STATE } from '~/kernel/resource/use-dialog-route';
import { toast } from '~/kernel/toast/toast';
import { Dotted } from '~/ui/dotted';
import { PasswordIcon } from '~/ui/icons';
import { Link } from '~/ui/link';
import { StateMessage } from '~/ui/state-message';
import { ToneBadge } from '~/ui/tone-badge';
import classes from './company-credentials.module.css';

type Credential = Answer<'ListCompanyCredentials'>[number];

/** Root of the query keys of credentials. */
export const CREDENTIALS = 'company-credentials';
const TONES = {
  ACTIVE: 'good',
  PENDING: 'info',
  EXPIRED: 'raised',
  REVOKED: 'neutral',
} as const;

interface CompanyCredentialsProps {
  companyId: number;
  mayChange: boolean;
}

export function CompanyCredentials({ companyId, mayChange }: CompanyCredentialsProps) {
  const t = useText();
  const { search } = useLocation();
  const credentials = useQuery({
    queryKey: [CREDENTIALS, companyId],
    queryFn: ({ signal }) => call('ListCompanyCredentials', { path: { companyId } }, signal),
  });
  if (credentials.isPending) return <FieldsSkeleton />;
  if (credentials.isError)
    return <QueryError error={credentials.error} retry={() => void credentials.refetch()} />;
  const issue = mayChange && (
    <Button
      component={Link}
      to={{ pathname: 'credential', search }}
      state={DIALOG_STATE}
      leftSection={<PasswordIcon size={16} stroke={1.6} aria-hidden />}
    >
      {t('company.issueCredential')}
    </Button>
  );
  if (credentials.data.length === 0) {
    return (
      <StateMessage icon={PasswordIcon} title={t('company.noCredentials')} actions={issue}>
        {t('company.credentialsHint')}
      </StateMessage>
    );
  }
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {t('company.credentialsHint')}
        </Text>
        {issue}
      </Group>
      <ul className={classes.list}>
        {credentials.data.map((credential) => (
          <li key={credential.companyCredentialId}>
            <CredentialRow
              companyId={companyId}
              credential={credential}
              mayChange={
                mayChange && (credential.status === 'ACTIVE' || credential.status === 'PENDING')
              }
            />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

interface CredentialRowProps {
  companyId: number;
  credential: Credential;
  mayChange: boolean;
}

function CredentialRow({ companyId, credential, mayChange }: CredentialRowProps) {
  const t = useText();
  const ask = useAsk();
  const queryClient = useQueryClient();
  const { companyCredentialId, name, status } = credential;
  const revoke = useMutation({
    mutationFn: () => call('RevokeCompanyCredential', { path: { companyId, companyCredentialId } }),
    onSuccess: () => {
      toast('success', t('company.credentialRevoked'));
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [CREDENTIALS, companyId] }),
  });
  const approve = useMutation({
    mutationFn: () =>
      call('ApproveCompanyCredential', { path: { companyId, companyCredentialId } }),
    onSuccess: () => {
      toast('success', t('company.credentialApproved'));
    },
    onError: (error) => {
      toast('error', errorText(error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [CREDENTIALS, companyId] }),
  });
  const count = formatNumber(credential.personsPerDay);
  const isPending = status === 'PENDING';
  const refusal = isPending && credential.approval.reason;
  const facts = [
    credential.scopes.map((scope) => textIfKnown(`company.scope.${scope}`)).join(', '),
    t('company.expiresOnDay', { day: formatDate(credential.expiresOn) }),
    credential.lastUsedAt === null
      ? t('company.neverUsed')
      : t('staff.lastUsed', { time: formatDateTime(credential.lastUsedAt) }),
    t('company.issuedBy', {
      name: credential.accountName,
      time: formatDateTime(credential.createdAt),
    }),
    credential.approvedAt !== null &&
      credential.approvedBy !== null &&
      t('company.approvedBy', {
        name: credential.approvedBy,
        time: formatDateTime(credential.approvedAt),
      }),
    credential.scopes.includes('FHIR_READ') && t('company.personsPerDayCount', { count }),
  ];
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
      <Stack gap={4} miw={0}>
        <Group gap="xs">
          <Text fw={550} dir="auto">
            {name}
          </Text>
          <ToneBadge tone={TONES[status]}>
            {textIfKnown(`company.credentialStatus.${status}`)}
          </ToneBadge>
          <Code dir="ltr">{`${credential.secretStart}…`}</Code>
        </Group>
        <Text size="sm" c="dimmed" component="div">
          <Dotted parts={facts} />
        </Text>
        {refusal && (
          <Text size="sm" c="dimmed">
            {textIfKnown(`refusal.${refusal}`)}
          </Text>
        )}
      </Stack>
      {mayChange && isPending && credential.approval.allowed && (
        <Button
          size="xs"
          flex="none"
          aria-label={t('company.approveNamed', { name })}
          disabled={approve.isPending}
          onClick={() => {
            ask({
              title: t('company.approve'),
              text: t('company.approveQuestion', { name, count }),
              confirmLabel: t('company.approve'),
              onConfirm: () => {
                approve.mutate();
              },
            });
          }}
        >
          {t('company.approve')}
        </Button>
      )}
      {mayChange && (
        <Button
          variant="default"
          size="xs"
          flex="none"
          aria-label={t('company.revokeNamed', { name })}
          disabled={revoke.isPending}
          onClick={() => {
            ask({
              title: t('company.revoke'),
              text: t('company.revokeQuestion', { name }),
              confirmLabel: t('company.revoke'),
              onConfirm: () => {
                revoke.mutate();
              },
            });
          }}
        >
          {t('company.revoke')}
        </Button>
      )}
    </Group>
  );
}
