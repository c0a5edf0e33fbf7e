// Removes the second factor of an account whose owner has lost the phone and the recovery codes.
// The acting user confirms with the own password.
import { PasswordInput, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '~/domain/client';
import { isNotFound } from '~/kernel/errors/error-text';
import { DialogForm } from '~/kernel/form/dialog-form';
import { useText } from '~/kernel/i18n/i18n';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { RecordMissing } from '~/kernel/resource/record-missing';
import { useCloseDialog, useRecordId, useResource } from '~/kernel/resource/use-dialog-route';
import { useRecord } from '~/kernel/resource/use-record';
import { toast } from '~/kernel/toast/toast';

export function Component() {
  const t = useText();
  const resource = useResource();
  const id = useRecordId();
  const close = useCloseDialog();
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const record = useRecord(resource, id);
  const end = useMutation({
    mutationFn: () =>
      call('EndAccountTwoSteps', { path: { accountId: id ?? 0 }, body: { password } }),
    onSuccess: () => {
      toast('success', t('staff.twoStepsEnded'));
      void queryClient.invalidateQueries({ queryKey: [resource.key] });
      void queryClient.invalidateQueries({ queryKey: ['account-sessions', id] });
      close();
    },
  });
  const title = t('staff.endTwoSteps');
  if (id === undefined || isNotFound(record.error)) {
    return (
      <DialogFrame title={title} onClose={close}>
        <RecordMissing list={resource.path} />
      </DialogFrame>
    );
  }
  const name = record.data ? resource.nameOf(record.data) : '';
  return (
    <DialogFrame title={title} onClose={close}>
      <DialogForm
        sent={end}
        onSubmit={() => {
          end.mutate();
        }}
        onCancel={close}
        submitLabel={title}
        isUnready={password === ''}
        intro={<Text>{t('staff.endTwoStepsQuestion', { name })}</Text>}
      >
        {(errorOf) => (
          <PasswordInput
            label={t('staff.ownPassword')}
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              end.reset();
            }}
            error={errorOf('password')}
          />
        )}
      </DialogForm>
    </DialogFrame>
  );
}
