// Signing in, in whatever way: what is said of its success and of its failure.
import { useMutation } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { isUnoError } from '~/domain/client';
import { fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { text, useText } from '~/kernel/i18n/i18n';
import { isCodeMismatch, isCodeRequired, isDormant } from '~/kernel/session/one-time-code';
import { signInAtom } from '~/kernel/session/session';
import { clearToasts, toast } from '~/kernel/toast/toast';

/** The server's answer to a wrong password, and to an unknown ID alike. */
const PASSWORDS_DO_NOT_MATCH = 11005;

/** With this a sign-in ends that its page has given up: there is nobody to tell. */
export class GivenUp extends Error {}

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
    onError: (error) => {
      // That something is asked behind the password is no failure, and what is wrong with a code stands at its field.
      const isAsked = isCodeRequired(error) || isCodeMismatch(error) || isDormant(error);
      if (!(error instanceof GivenUp) && !isAsked) toast('error', refusalText(error));
    },
  });
}

/** What the page says to a failed sign-in, under the field as in the toast. */
export function refusalText(error: Error): string {
  const [wrong] = fieldErrorsOf(error);
  if (wrong) return fieldErrorText(wrong);
  const mismatch = isUnoError(error) && error.code === PASSWORDS_DO_NOT_MATCH;
  return text(mismatch ? 'login.passwordsDoNotMatch' : 'login.failed');
}
