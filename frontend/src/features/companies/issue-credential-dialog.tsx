// Issues a credential for a company's own systems. Its secret is shown once and not stored.
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Answer } from '~/domain/client';
import { today } from '~/domain/time';
import { validate } from '~/domain/validation';
import { DayInput } from '~/kernel/field/day-input';
import { DialogForm } from '~/kernel/form/dialog-form';
import { ShownOnce } from '~/kernel/form/shown-once';
import { useRequestKey } from '~/kernel/form/use-request-key';
import { textIfKnown, useText } from '~/kernel/i18n/i18n';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { RecordMissing } from '~/kernel/resource/record-missing';
import { useCloseDialog, useRecordId, useResource } from '~/kernel/resource/use-dialog-route';
import { CREDENTIALS } from './company-credentials';

type Scope = Answer<'ListCompanyCredentials'>[number]['scopes'][number];
const SCOPES: readonly Scope[] = ['COMPANIES_READ', 'MEASUREMENTS_WRITE', 'FHIR_READ'];

/** Returns the date a year from today, the usual expiry. */
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
  const [persons, setPersons] = useState('500');
  const body = { name, scopes, expiresOn, personsPerDay: persons === '' ? null : Number(persons) };
  const { once } = useRequestKey();
  const issue = useMutation({
    mutationFn: () =>
      once((idempotencyKey) =>
        call('IssueCompanyCredential', { path: { companyId: id ?? 0 }, body, idempotencyKey }),
      ),
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
        <ShownOnce
          title={issue.data.companyCredential.name}
          secret={issue.data.secret}
          hint={t(
            issue.data.companyCredential.status === 'PENDING'
              ? 'company.secretWaits'
              : 'company.secretOnce',
          )}
          onClose={close}
        />
      </DialogFrame>
    );
  }
  return (
    <DialogFrame title={title} onClose={close}>
      <DialogForm
        sent={issue}
        onSubmit={() => {
          issue.mutate();
        }}
        onCancel={close}
        entered={body}
        check={() => validate('CompanyCredentialSave', body)}
        submitLabel={t('company.issue')}
      >
        {(errorOf) => (
          <>
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
              error={errorOf('name')}
            />
            <Checkbox.Group
              label={t('company.scopes')}
              withAsterisk
              value={scopes}
              onChange={(chosen) => {
                setScopes(SCOPES.filter((scope) => chosen.includes(scope)));
              }}
              error={errorOf('scopes')}
            >
              <Stack gap={6} mt={6}>
                {SCOPES.map((scope) => (
                  <Checkbox
                    key={scope}
                    value={scope}
                    label={textIfKnown(`company.scope.${scope}`)}
                    error={errorOf('scopes') !== undefined}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
            <DayInput
              label={t('company.expiresOn')}
              value={expiresOn}
              onChange={setExpiresOn}
              error={errorOf('expiresOn')}
              required
              disabled={false}
            />
            {scopes.some((scope) => scope !== 'COMPANIES_READ') && (
              <TextInput
                label={t('company.personsPerDay')}
                description={t('company.personsPerDayHint')}
                inputMode="numeric"
                maxLength={7}
                value={persons}
                onChange={(event) => {
                  setPersons(event.currentTarget.value.replace(/\D/g, ''));
                }}
                error={errorOf('personsPerDay')}
              />
            )}
          </>
        )}
      </DialogForm>
    </DialogFrame>
  );
}
