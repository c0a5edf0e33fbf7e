// Signing in as staff with an ID and a password.
import { Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { isUnoError } from '~/domain/client';
import { validate } from '~/domain/validation';
import { text, textIfKnown, useText } from '~/kernel/i18n/i18n';
import { signInAtom } from '~/kernel/session/session';
import { clearToasts, toast } from '~/kernel/toast/toast';

/** The server's answer to a wrong password, and to an unknown ID alike. */
const PASSWORDS_DO_NOT_MATCH = 11005;

interface Credentials {
  loginId: string;
  password: string;
}

// Both fields have only one rule, being required; the texts name the field.
function fieldErrors(values: Credentials): Record<string, string> {
  return Object.fromEntries(
    validate('SignInForm', values).map(({ path }) => [
      path,
      textIfKnown(`login.required.${path}`) ?? text('validation.required'),
    ]),
  );
}

export function ManagerForm() {
  const t = useText();
  const signIn = useSetAtom(signInAtom);
  const form = useForm<Credentials>({
    initialValues: { loginId: '', password: '' },
    validate: fieldErrors,
  });
  const login = useMutation({
    mutationFn: ({ loginId, password }: Credentials) => signIn(loginId, password),
    onSuccess: () => {
      clearToasts();
      toast('success', t('login.succeeded'));
    },
    onError: (error) => {
      const wrong = isUnoError(error) && error.code === PASSWORDS_DO_NOT_MATCH;
      const message = t(wrong ? 'login.passwordsDoNotMatch' : 'login.failed');
      form.setFieldError('password', message);
      toast('error', message);
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => {
          login.mutate(values);
        },
        (errors) => {
          form.getInputNode(Object.keys(errors)[0] ?? 'loginId')?.focus();
        },
      )}
    >
      <Stack gap="md">
        <Title order={1} size="h3" ta="center">
          {t('login.title')}
        </Title>
        <TextInput
          label={t('login.loginId')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          size="md"
          key={form.key('loginId')}
          {...form.getInputProps('loginId')}
        />
        <PasswordInput
          label={t('login.password')}
          autoComplete="current-password"
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" fullWidth mt="xs" loading={login.isPending}>
          {t('login.submit')}
        </Button>
      </Stack>
    </form>
  );
}
