// Signs in by any method. It reports success and translates failures; the caller shows them in its
// own place.
import { useMutation } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { isUnoError } from '~/domain/client';
import { fieldErrorsOf, fieldErrorText } from '~/kernel/errors/error-text';
import { text, useText } from '~/kernel/i18n/i18n';
import { signInAtom } from '~/kernel/session/session';
import { clearToasts, toast } from '~/kernel/toast/toast';

/** The server's error code for a wrong password and for an unknown ID. */
const PASSWORDS_DO_NOT_MATCH = 11005;

export function useSignIn() {
  const t = useText();
  const signIn = useSetAtom(signInAtom);
  return useMutation({
    mutationFn: (way: () => Promise<void>) => signIn(way),
    // Messages about an earlier attempt may not apply to this one.
    onMutate: clearToasts,
    onSuccess: () => {
      toast('success', t('login.succeeded'));
    },
  });
}

/** Returns the message for a failed sign-in. */
export function refusalText(error: Error): string {
  const [wrong] = fieldErrorsOf(error);
  if (wrong) return fieldErrorText(wrong);
  const mismatch = isUnoError(error) && error.code === PASSWORDS_DO_NOT_MATCH;
  return text(mismatch ? 'login.passwordsDoNotMatch' : 'login.failed');
}
