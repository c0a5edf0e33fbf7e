// Sign-in with ID and password, for staff and for members without the app.
import { Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { isCoreThere, startCore } from '~/domain/core';
import { signIn } from '~/domain/session';
import { validate, type FieldError } from '~/domain/validation';
import { errorText, fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { text, useText, type MessageKey } from '~/kernel/i18n/i18n';
import { isCodeRequired, isDormant } from '~/kernel/session/one-time-code';
import { clearToasts, toast } from '~/kernel/toast/toast';
import { LazyCodeStep, LazyWakeStep } from './lazy-steps';
import { refusalText, useSignIn } from './use-sign-in';

// The message for an empty field names the field.
const REQUIRED = {
  loginId: 'login.required.loginId',
  password: 'login.required.password',
} satisfies Record<string, MessageKey>;

type Field = keyof typeof REQUIRED;
const FIELDS: readonly Field[] = ['loginId', 'password'];

/** Evaluated during render, so that it follows the language. */
type ErrorText = () => string;

function errorTextOf(field: Field, problem: FieldError): ErrorText {
  return () => (problem.code === 'required' ? text(REQUIRED[field]) : fieldErrorText(problem));
}

function errorTextsOf(problems: readonly FieldError[]): Partial<Record<Field, ErrorText>> {
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const problem = problems.find(({ path }) => path === field);
      return problem ? [[field, errorTextOf(field, problem)]] : [];
    }),
  );
}

// Plain state: a form library would be a large part of the page's code for two fields.
export function SignInForm({ title }: { title: string }) {
  const t = useText();
  const login = useSignIn();
  const [values, setValues] = useState({ loginId: '', password: '' });
  const [errors, setErrors] = useState<Partial<Record<Field, ErrorText>>>({});
  /**
   * The step after a correct password: a second-factor code, or the reactivation of a dormant
   * account.
   */
  const [asked, setAsked] = useState<'code' | 'wakeUp'>();
  const core = useMutation({ mutationFn: () => startCore() });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    clearToasts();
    const { elements } = event.currentTarget;
    if (isCoreThere()) check(elements);
    // If the core is still loading, the sign-in waits for it.
    else
      core.mutate(undefined, {
        onSuccess: () => {
          check(elements);
        },
        onError: (error) => {
          toast('error', errorText(error));
        },
      });
  };
  const check = (elements: HTMLFormControlsCollection) => {
    const show = (found: Partial<Record<Field, ErrorText>>) => {
      setErrors(found);
      const first = FIELDS.find((field) => field in found);
      const input = first === undefined ? null : elements.namedItem(first);
      if (input instanceof HTMLInputElement) input.focus();
    };
    const found = errorTextsOf(validate('SignInForm', values));
    show(found);
    if (Object.keys(found).length > 0) return;
    login.mutate(() => signIn(values.loginId, values.password), {
      onError: (error) => {
        if (isCodeRequired(error) || isDormant(error)) {
          login.reset();
          setAsked(isDormant(error) ? 'wakeUp' : 'code');
          return;
        }
        const refused = errorTextsOf(fieldErrorsOf(error));
        show(Object.keys(refused).length > 0 ? refused : { password: () => refusalText(error) });
      },
    });
  };
  const field = (name: Field) => {
    const error = errors[name];
    return {
      name,
      size: 'md',
      value: values[name],
      error: error?.(),
      // After Enter the focus stays in the field, so the error must be announced.
      errorProps: { role: 'alert' },
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        const { value } = event.currentTarget;
        // A functional update, because password managers change both fields at once.
        setValues((before) => ({ ...before, [name]: value }));
        setErrors((before) => ({ ...before, [name]: undefined }));
      },
    };
  };
  if (asked !== undefined) {
    const back = () => {
      login.reset();
      setAsked(undefined);
    };
    return (
      <Stack gap="md">
        <Title order={1} size="h3" ta="center">
          {title}
        </Title>
        {asked === 'code' ? (
          <LazyCodeStep
            pending={login.isPending}
            error={login.error}
            onCode={(code) => {
              login.mutate(() => signIn(values.loginId, values.password, code));
            }}
            onChange={login.reset}
            onBack={back}
          />
        ) : (
          <LazyWakeStep
            pending={login.isPending}
            onWake={() => {
              login.mutate(() => signIn(values.loginId, values.password, undefined, true), {
                onError: (error) => {
                  toast('error', refusalText(error));
                },
              });
            }}
            onBack={back}
          />
        )}
      </Stack>
    );
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Title order={1} size="h3" ta="center">
          {title}
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
        <Button
          type="submit"
          size="md"
          fullWidth
          mt="xs"
          loading={core.isPending || login.isPending}
        >
          {t('login.submit')}
        </Button>
      </Stack>
    </form>
  );
}
