// Signs the user in again over the page after the session has ended during input. The page stays
// mounted but hidden, and the user continues. Another user starts over.
//
// A native dialog makes everything behind it inert, for the keyboard and for screen readers.
import { Button, Loader, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { focusManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { call, isUnoError } from '~/domain/client';
import { signIn } from '~/domain/session';
import { lazyPart } from '~/kernel/code/lazy-part';
import { errorText } from '~/kernel/errors/error-text';
import { useText } from '~/kernel/i18n/i18n';
import { nameOf, type Me } from '~/kernel/session/account';
import { isCodeRequired } from '~/kernel/session/one-time-code';
import {
  MEMBER,
  resumeAtom,
  signInAtom,
  restartAtom,
  useAuthority,
} from '~/kernel/session/session';
import { LazyCodeStep } from '~/features/sign-in/lazy-steps';
import { clearToasts } from '~/kernel/toast/toast';
import { TOP_LEVEL, useLayer } from '~/ui/layers';
import classes from './sign-in-again.module.css';

/** The server's error code for a wrong password. */
const PASSWORDS_DO_NOT_MATCH = 11005;

const UserMode = lazyPart(() => import('~/features/sign-in/user-mode'), {
  loading: <Loader type="dots" />,
});

export interface SignInAgainProps {
  /** The account whose session has ended. */
  owner: Me;
  /** Somebody has signed in again, but not necessarily the same account. */
  signedIn: boolean;
}

function keepOpen(): void {
  // It closes only when somebody has signed in.
}

export default function SignInAgain({ owner, signedIn }: SignInAgainProps) {
  const t = useText();
  const authority = useAuthority();
  const restart = useSetAtom(restartAtom);
  const dialog = useRef<HTMLDialogElement>(null);
  // Escape must not reach the form behind.
  useLayer(true, keepOpen, TOP_LEVEL);
  useEffect(() => {
    dialog.current?.showModal();
    // By default the dialog would focus the ID, which is read-only.
    dialog.current?.querySelector<HTMLElement>('input:not([readonly])')?.focus();
    // Background requests of the page pause until the user is back.
    focusManager.setFocused(false);
    return () => {
      focusManager.setFocused(undefined);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby="sign-in-again"
      onCancel={(event) => {
        event.preventDefault();
      }}
      // Browsers let a second Escape close any dialog.
      onClose={() => dialog.current?.showModal()}
    >
      <Stack gap="md">
        <div>
          <Title order={1} size="h4" id="sign-in-again">
            {t('session.again')}
          </Title>
          <Text c="dimmed" mt={4}>
            {t('session.againHint', { name: nameOf(owner) })}
          </Text>
        </div>
        {signedIn ? (
          <WhoIsIt owner={owner} />
        ) : authority === MEMBER ? (
          <UserMode />
        ) : (
          <PasswordAgain loginId={owner.loginId} />
        )}
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            restart();
          }}
        >
          {t('session.leave')}
        </Button>
      </Stack>
    </dialog>
  );
}

function PasswordAgain({ loginId }: { loginId: string }) {
  const t = useText();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const [codeNeeded, setCodeNeeded] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const keepTokens = useSetAtom(signInAtom);
  const login = useMutation({
    mutationFn: (code?: string) =>
      keepTokens(() =>
        code === undefined ? signIn(loginId, password) : signIn(loginId, password, code),
      ),
    networkMode: 'always',
    onError: (error) => {
      if (isCodeRequired(error)) setCodeNeeded(true);
      input.current?.focus();
    },
  });
  const refusal =
    login.error &&
    t(
      isUnoError(login.error) && login.error.code === PASSWORDS_DO_NOT_MATCH
        ? 'login.passwordsDoNotMatch'
        : 'login.failed',
    );
  if (codeNeeded) {
    return (
      <LazyCodeStep
        pending={login.isPending}
        error={login.error}
        onCode={(code) => {
          login.mutate(code);
        }}
        onChange={login.reset}
        onBack={() => {
          login.reset();
          setCodeNeeded(false);
        }}
      />
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(password === '');
        if (password === '') input.current?.focus();
        if (password !== '') login.mutate(undefined);
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('login.loginId')}
          autoComplete="username"
          readOnly
          variant="filled"
          value={loginId}
          size="md"
        />
        <PasswordInput
          label={t('login.password')}
          autoComplete="current-password"
          ref={input}
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setMissing(false);
            login.reset();
          }}
          error={missing ? t('login.required.password') : refusal}
        />
        <Button type="submit" size="md" fullWidth loading={login.isPending}>
          {t('login.submit')}
        </Button>
      </Stack>
    </form>
  );
}

/** Asks the server which account has signed in. */
function WhoIsIt({ owner }: { owner: Me }) {
  const t = useText();
  const queryClient = useQueryClient();
  const resume = useSetAtom(resumeAtom);
  const restart = useSetAtom(restartAtom);
  const { mutate, error } = useMutation({
    mutationFn: () => call('GetAccount', {}),
    networkMode: 'always',
    onSuccess: (account) => {
      if (account.accountId !== owner.accountId) {
        restart();
        return;
      }
      queryClient.setQueryData(['account', 'me'], account);
      // Removes the page's messages about the ended session.
      clearToasts();
      resume();
    },
  });
  useEffect(() => {
    mutate();
  }, [mutate]);
  if (!error) return <Loader type="dots" />;
  return (
    <>
      <Text role="alert">{errorText(error)}</Text>
      <Button
        variant="default"
        onClick={() => {
          mutate();
        }}
      >
        {t('action.retry')}
      </Button>
    </>
  );
}
