// Signing in as staff with an ID and a password.
import { Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { signIn } from '~/domain/session';
import { validate } from '~/domain/validation';
import { useText, type MessageKey } from '~/kernel/i18n/i18n';
import { refusalOf, useSignIn } from './use-sign-in';

// Both fields have only one rule, being required; the texts name the field.
const REQUIRED = {
  loginId: 'login.required.loginId',
  password: 'login.required.password',
} satisfies Record<string, MessageKey>;

type Field = keyof typeof REQUIRED;
const FIELDS: readonly Field[] = ['loginId', 'password'];

// Two fields need no library for forms, which would be a good part of what this page loads.
export function ManagerForm() {
  const t = useText();
  const login = useSignIn();
  const [values, setValues] = useState({ loginId: '', password: '' });
  const [errors, setErrors] = useState<Partial<Record<Field, MessageKey>>>({});

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const missing = new Set(validate('SignInForm', values).map(({ path }) => path));
    const fields = FIELDS.filter((field) => missing.has(field));
    setErrors(Object.fromEntries(fields.map((field) => [field, REQUIRED[field]])));
    const [first] = fields;
    if (first !== undefined) {
      const input = event.currentTarget.elements.namedItem(first);
      if (input instanceof HTMLInputElement) input.focus();
      return;
    }
    login.mutate(() => signIn(values.loginId, values.password), {
      onError: (error) => {
        setErrors({ password: refusalOf(error) });
      },
    });
  };
  const field = (name: Field) => {
    const error = errors[name];
    return {
      name,
      size: 'md',
      value: values[name],
      error: error && t(error),
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        const { value } = event.currentTarget;
        // A password manager changes both fields at once.
        setValues((before) => ({ ...before, [name]: value }));
        setErrors((before) => ({ ...before, [name]: undefined }));
      },
    };
  };
  return (
    <form noValidate onSubmit={submit}>
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
          {...field('loginId')}
        />
        <PasswordInput
          label={t('login.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
          {...field('password')}
        />
        <Button type="submit" size="md" fullWidth mt="xs" loading={login.isPending}>
          {t('login.submit')}
        </Button>
      </Stack>
    </form>
  );
}
