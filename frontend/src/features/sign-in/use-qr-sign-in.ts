// Signing in by QR code for as long as the component is shown, told like any other sign-in.
import { useCallback, useEffect, useRef, useState } from 'react';
import { startQrSignIn, type QrSignIn, type QrSignInState } from '~/domain/qr-sign-in';
import { toast } from '~/kernel/toast/toast';
import { refusalText, useSignIn } from './use-sign-in';

/** With this a sign-in ends that its page has given up: there is nobody to tell. */
class GivenUp extends Error {}

/** Also beside the code, which is a new one by then: whoever looks at the phone meanwhile has both. */
function tell(error: Error): void {
  if (!(error instanceof GivenUp)) toast('error', refusalText(error));
}

export interface QrSignInProgress {
  state: QrSignInState;
  /** Why the last confirmed code did not sign in; a new code is shown by then. */
  refused: Error | null;
  refresh: () => void;
}

export function useQrSignIn(): QrSignInProgress {
  const [state, setState] = useState<QrSignInState>({ phase: 'ISSUING' });
  const { mutate, reset, error } = useSignIn();
  const machine = useRef<QrSignIn>(undefined);

  useEffect(() => {
    // The core signs in when the code has been confirmed. From then until its end this is an attempt
    // like that of a form.
    let attempt: PromiseWithResolvers<void> | undefined;
    const started = startQrSignIn((next) => {
      setState(next);
      if (next.phase === 'SIGNING_IN' || next.phase === 'SIGNED_IN') {
        if (!attempt) {
          const { promise } = (attempt = Promise.withResolvers());
          mutate(() => promise, { onError: tell });
        }
        if (next.phase === 'SIGNED_IN') attempt.resolve();
      } else if (attempt) {
        const failure = next.error ?? new Error('The code has ended before it could sign in.');
        attempt.reject(next.phase === 'STOPPED' ? new GivenUp() : failure);
        attempt = undefined;
      }
    });
    machine.current = started;
    return () => {
      started.stop();
      // Whatever is still under way ends with it, or the page would wait for it for ever.
      attempt?.reject(new GivenUp());
    };
  }, [mutate]);

  const refresh = useCallback(() => {
    reset();
    machine.current?.refresh();
  }, [reset]);
  return { state, refused: error, refresh };
}
