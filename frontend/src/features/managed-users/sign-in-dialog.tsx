// Enables sign-in for a user registered by staff: a login id, which is assigned once, and a
// password that the user must change. After that it resets a forgotten password.
import { PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Body } from '~/domain/client';
import { validate } from '~/domain/validation';
import { isNotFound } from '~/kernel/errors/error-text';
import { QueryError } from '~/kernel/errors/query-error';
import { DialogForm } from '~/kernel/form/dialog-form';
import { ShownOnce } from '~/kernel/form/shown-once';
import { useText } from '~/kernel/i18n/i18n';
import { DialogFrame } from '~/kernel/resource/dialog-frame';
import { FieldsSkeleton } from '~/kernel/resource/field-list';
import { RecordMissing } from '~/kernel/resource/record-missing';
import { useCloseDialog, useRecordId } from '~/kernel/resource/use-dialog-route';
import { useRecord } from '~/kernel/resource/use-record';
import { toast } from '~/kernel/toast/toast';
import { regularUsers, type User } from './user-resource';

export function Component() {
  const t = useText();
  const id = useRecordId();
  const close = useCloseDialog();
  const user = useRecord(regularUsers, id);
  const isMissing = id === undefined || isNotFound(user.error);
  return (
    <DialogFrame title={t('user.signIn')} onClose={close}>
      {isMissing && <RecordMissing list={regularUsers.path} />}
      {!isMissing && user.isPending && <FieldsSkeleton />}
      {!isMissing && user.isError && (
        <QueryError error={user.error} retry={() => void user.refetch()} />
      )}
      {user.data && <SignInForm user={user.data} onClose={close} />}
    </DialogFrame>
  );
}

function SignInForm({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useText();
  const queryClient = useQueryClient();
  const [loginId, setLoginId] = useState('');
  const [password, setPassword] = useState('');
  const isFirst = user.loginId === null;
  const body = { ...(isFirst && { loginId }), ...(password !== '' && { password }) };
  const check = () =>
    // Optional in the contract, because it is assigned only once.
    isFirst && loginId === ''
      ? [{ path: 'loginId', code: 'required', params: {} }]
      : validate('UserSignIn', body);
  const give = useMutation({
    mutationFn: (body: Body<'SetUserPassword'>) =>
      call('SetUserPassword', { path: { userId: user.userId }, body }),
    onSuccess: (given) => {
      void queryClient.invalidateQueries({ queryKey: [regularUsers.key] });
      // A generated password stays visible until the form is closed.
      if (given.password !== null) return;
      toast('success', t('staff.passwordSet'));
      onClose();
    },
  });
  const made = give.data?.password;
  if (made != null) {
    return (
      <ShownOnce
        title={t('staff.passwordMade')}
        secret={made}
        hint={t('staff.passwordOnce')}
        large
        onClose={onClose}
      />
    );
  }
  return (
    <DialogForm
      sent={give}
      onSubmit={() => {
        give.mutate(body);
      }}
      onCancel={onClose}
      check={check}
      entered={loginId}
      submitLabel={t('staff.setPassword')}
    >
      {(errorOf) => (
        <>
          {isFirst ? (
            <TextInput
              label={t('account.loginId')}
              description={t('user.signInHint')}
              dir="ltr"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
              data-autofocus
              value={loginId}
              onChange={(event) => {
                setLoginId(event.currentTarget.value);
                give.reset();
              }}
              error={errorOf('loginId')}
            />
          ) : (
            <TextInput label={t('account.loginId')} dir="ltr" value={user.loginId ?? ''} readOnly />
          )}
          <PasswordInput
            label={t('account.newPassword')}
            description={t('staff.passwordHint')}
            autoComplete="new-password"
            data-autofocus={!isFirst || undefined}
            visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              give.reset();
            }}
            error={errorOf('password')}
          />
        </>
      )}
    </DialogForm>
  );
}
