// Sets the password of another account, or generates one. A generated password is shown once and
// not stored.
import { PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '~/domain/client';
import { fieldErrorsOf, fieldErrorText, isNotFound } from '~/kernel/errors/error-text';
import { DialogForm } from '~/kernel/form/dialog-form';
import { ShownOnce } from '~/kernel/form/shown-once';
import { useText } from '~/kernel/i18n/i18n';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { RecordMissing } from '~/kernel/resource/record-missing';
import { useCloseDialog, useRecordId, useResource } from '~/kernel/resource/use-dialog-route';
import { useRecord } from '~/kernel/resource/use-record';
import { toast } from '~/kernel/toast/toast';
import { OPERATORS } from './screens';

export function Component() {
  const t = useText();
  const resource = useResource();
  const id = useRecordId();
  const close = useCloseDialog();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const record = useRecord(resource, id);
  const set = useMutation({
    mutationFn: (password: string) => {
      const [accountId, body] = [id ?? 0, password === '' ? {} : { password }];
      return resource.path === OPERATORS.path
        ? call('SetOperatorPassword', { path: { operatorId: accountId }, body })
        : call('SetManagerPassword', { path: { managerId: accountId }, body });
    },
    onSuccess: ({ password }) => {
      void queryClient.invalidateQueries({ queryKey: [resource.key] });
      if (password !== null) return;
      toast('success', t('staff.passwordSet'));
      close();
    },
  });
  const title = record.data
    ? `${t('staff.setPassword')} – ${resource.nameOf(record.data)}`
    : t('staff.setPassword');
  if (id === undefined || isNotFound(record.error)) {
    return (
      <DialogFrame title={t('staff.setPassword')} onClose={close}>
        <RecordMissing list={resource.path} />
      </DialogFrame>
    );
  }
  const made = set.data?.password;
  if (made != null) {
    return (
      <DialogFrame title={title} onClose={close}>
        <ShownOnce
          title={t('staff.passwordMade')}
          secret={made}
          hint={t('staff.passwordOnce')}
          large
          onClose={close}
        />
      </DialogFrame>
    );
  }
  const [problem] = fieldErrorsOf(set.error);
  return (
    <DialogFrame title={title} onClose={close}>
      <DialogForm
        sent={set}
        onSubmit={() => {
          set.mutate(typed);
        }}
        onCancel={close}
        submitLabel={t('staff.setPassword')}
      >
        {() => (
          <PasswordInput
            label={t('account.newPassword')}
            description={t('staff.passwordHint')}
            autoComplete="new-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              set.reset();
            }}
            error={problem && fieldErrorText(problem)}
          />
        )}
      </DialogForm>
    </DialogFrame>
  );
}
