// Signing in, in whatever way: what is said of its success, and in which words of its failure. Where it is said is for who
// has asked: once, and where it belongs.
import { useMutation } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { isUnoError } from '~/domain/client';
import { fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { text, useText } from '~/kernel/i18n/i18n';
import { signInAtom } from '~/kernel/session/session';
import { clearToasts, toast } from '~/kernel/toast/toast';

/** The server's answer to a wrong password, and to an unknown ID alike. */
const PASSWORDS_DO_NOT_MATCH = 11005;

export function useSignIn() {
  const t = useText();
  const signIn = useSetAtom(signInAtom);
  return useMutation({
    mutationFn: (way: () => Promise<void>) => signIn(way),
    // What was said about an earlier attempt may be wrong about this one.
    onMutate: clearToasts,
    onSuccess: () => {
      toast('success', t('login.succeeded'));
    },
  });
}

/** What the page says to a failed sign-in. */
export function refusalText(error: Error): string {
  const [wrong] = fieldErrorsOf(error);
  if (wrong) return fieldErrorText(wrong);
  const mismatch = isUnoError(error) && error.code === PASSWORDS_DO_NOT_MATCH;
  return text(mismatch ? 'login.passwordsDoNotMatch' : 'login.failed');
}
