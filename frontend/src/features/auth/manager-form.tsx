// Signing in as staff with an ID and a password.
import { Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { signIn } from '~/domain/session';
import { validate } from '~/domain/validation';
import { text, textIfKnown, useText } from '~/kernel/i18n/i18n';
import { refusalOf, useSignIn } from './use-sign-in';

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
  const form = useForm<Credentials>({
    initialValues: { loginId: '', password: '' },
    validate: fieldErrors,
  });
  const login = useSignIn();
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => {
          login.mutate(() => signIn(values.loginId, values.password), {
            onError: (error) => {
              form.setFieldError('password', t(refusalOf(error)));
            },
          });
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
