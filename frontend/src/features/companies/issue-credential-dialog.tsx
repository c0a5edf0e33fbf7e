// Issues a credential for a company's own systems; its secret is shown here once and kept nowhere.
import '~/ui/controls/at-once';
import {
  Alert,
  Button,
  Checkbox,
  Code,
  CopyButton,
  Group,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { today } from '~/domain/time';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { DayInput } from '~/kernel/field/day-input';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { RecordMissing } from '~/kernel/resource/record-missing';
import { useCloseDialog, useRecordId, useResource } from '~/kernel/resource/use-dialog-route';
import { ErrorIcon } from '~/ui/icons';
import { CREDENTIALS } from './company-credentials';

type Scope = Answer<'ListCompanyCredentials'>[number]['scopes'][number];
const SCOPES: readonly Scope[] = ['COMPANIES_READ', 'MEASUREMENTS_WRITE'];

/** A year from today, as most are issued for. */
function inAYear(): string {
  const [year = '', ...rest] = today().split('-');
  const day = [String(Number(year) + 1), ...rest].join('-');
  return day.endsWith('02-29') ? day.replace(/29$/, '28') : day;
}

export function Component() {
  const t = useText();
  const { path } = useResource();
  const id = useRecordId();
  const close = useCloseDialog();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['COMPANIES_READ']);
  const [expiresOn, setExpiresOn] = useState(inAYear);
  const issue = useMutation({
    mutationFn: () =>
      call('IssueCompanyCredential', {
        path: { companyId: id ?? 0 },
        body: { name, scopes, expiresOn },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [CREDENTIALS, id] }),
  });
  const title = t('company.issueCredential');
  if (id === undefined) {
    return (
      <DialogFrame title={title} onClose={close}>
        <RecordMissing list={path} />
      </DialogFrame>
    );
  }
  if (issue.data) {
    return (
      <DialogFrame title={title} onClose={close}>
        <Stack gap="sm" role="status">
          <Text fw={550}>{issue.data.companyCredential.name}</Text>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Code dir="ltr" data-autofocus tabIndex={0} style={{ overflowWrap: 'anywhere' }}>
              {issue.data.secret}
            </Code>
            <CopyButton value={issue.data.secret}>
              {({ copied, copy }) => (
                <Button variant="default" size="xs" flex="none" onClick={copy}>
                  {copied ? t('staff.copied') : t('staff.copy')}
                </Button>
              )}
            </CopyButton>
          </Group>
          <Text c="dimmed">{t('company.secretOnce')}</Text>
          <Group justify="flex-end">
            <Button onClick={close}>{t('action.close')}</Button>
          </Group>
        </Stack>
      </DialogFrame>
    );
  }
  const problems = fieldErrorsOf(issue.error);
  const textOf = (field: string) => {
    const problem = problems.find((one) => one.path === field);
    return problem && fieldErrorText(problem);
  };
  return (
    <DialogFrame title={title} onClose={close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          issue.mutate();
        }}
      >
        <Stack gap="sm">
          {issue.isError && problems.length === 0 && (
            <Alert
              color="red"
              variant="light"
              icon={<ErrorIcon size={18} stroke={1.6} />}
              role="alert"
              title={errorText(issue.error)}
            />
          )}
          <TextInput
            label={t('company.credentialName')}
            description={t('company.credentialNameHint')}
            withAsterisk
            data-autofocus
            maxLength={100}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
            }}
            error={textOf('name')}
          />
          <Checkbox.Group
            label={t('company.scopes')}
            withAsterisk
            value={scopes}
            onChange={(chosen) => {
              setScopes(SCOPES.filter((scope) => chosen.includes(scope)));
            }}
            error={textOf('scopes')}
          >
            <Stack gap={6} mt={6}>
              {SCOPES.map((scope) => (
                <Checkbox key={scope} value={scope} label={textIfKnown(`company.scope.${scope}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <DayInput
            label={t('company.expiresOn')}
            value={expiresOn}
            onChange={setExpiresOn}
            error={textOf('expiresOn')}
            required
            disabled={false}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={issue.isPending}>
              {t('company.issue')}
            </Button>
          </Group>
        </Stack>
      </form>
    </DialogFrame>
  );
}
