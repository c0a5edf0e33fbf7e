// Changes the user's own password, which ends the account's other sessions.
import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { call } from '~/domain/client';
import { validate } from '~/domain/validation';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { useText } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import { isUnoError } from '~/domain/client';

const PASSWORDS_DO_NOT_MATCH = 11005;
const PASSWORD_REJECTED = 11006;

interface PasswordValues {
  currentPassword: string;
  newPassword: string;
  repeated: string;
}

export function PasswordForm({ onChanged }: { onChanged?: () => void }) {
  const t = useText();
  const form = useForm<PasswordValues>({
    initialValues: { currentPassword: '', newPassword: '', repeated: '' },
    validate: ({ repeated, ...change }) => ({
      ...Object.fromEntries(
        validate('PasswordChange', change).map((error) => [error.path, fieldErrorText(error)]),
      ),
      ...(repeated !== change.newPassword && { repeated: t('account.repeatDiffers') }),
    }),
  });
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: PasswordValues) =>
      call('ChangePassword', { body: { currentPassword, newPassword } }),
    onSuccess: () => {
      toast('success', t('account.passwordChanged'));
      form.reset();
      onChanged?.();
    },
    onError: (error) => {
      const code = isUnoError(error) ? error.code : 0;
      const fields = fieldErrorsOf(error);
      if (fields.length > 0) {
        form.setErrors(
          Object.fromEntries(fields.map((field) => [field.path, fieldErrorText(field)])),
        );
      } else if (code === PASSWORDS_DO_NOT_MATCH) {
        form.setFieldError('currentPassword', t('login.passwordsDoNotMatch'));
      } else if (code === PASSWORD_REJECTED) {
        form.setFieldError('newPassword', errorText(error));
      } else {
        toast('error', errorText(error));
      }
    },
  });
  const reveal = { 'aria-label': t('login.showPassword') };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => {
        change.mutate(values);
      })}
    >
      <Stack gap="sm">
        <PasswordInput
          label={t('account.currentPassword')}
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={reveal}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput
          label={t('account.newPassword')}
          description={t('account.passwordRule')}
          autoComplete="new-password"
          visibilityToggleButtonProps={reveal}
          {...form.getInputProps('newPassword')}
        />
        <PasswordInput
          label={t('account.repeatPassword')}
          autoComplete="new-password"
          visibilityToggleButtonProps={reveal}
          {...form.getInputProps('repeated')}
        />
        <Text size="sm" c="dimmed">
          {t('account.passwordNotice')}
        </Text>
        <Button type="submit" loading={change.isPending}>
          {t('account.changePassword')}
        </Button>
      </Stack>
    </form>
  );
}
