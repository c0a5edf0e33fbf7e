// Sign-in by QR code while the component is mounted, reported like any other sign-in.
import { useCallback, useEffect, useRef, useState } from 'react';
import { startQrSignIn, type QrSignIn, type QrSignInState } from '~/domain/qr-sign-in';
import { toast } from '~/kernel/toast/toast';
import { refusalText, useSignIn } from './use-sign-in';

/** Ends an attempt whose page is gone, so it is not reported. */
class GivenUp extends Error {}

/**
 * Also a toast, because the box already shows a new code: users who looked at their phone see both.
 */
function reportError(error: Error): void {
  if (!(error instanceof GivenUp)) toast('error', refusalText(error));
}

export interface QrSignInProgress {
  state: QrSignInState;
  /** Why the last confirmed code was refused. A new code is shown by then. */
  refused: Error | null;
  refresh: () => void;
}

export function useQrSignIn(): QrSignInProgress {
  const [state, setState] = useState<QrSignInState>({ phase: 'ISSUING' });
  const { mutate, reset, error } = useSignIn();
  const machine = useRef<QrSignIn>(undefined);

  useEffect(() => {
    // The core signs in once the code is confirmed. From then on it is an attempt like that of a
    // form.
    let attempt: PromiseWithResolvers<void> | undefined;
    const started = startQrSignIn((next) => {
      setState(next);
      if (next.phase === 'SIGNING_IN' || next.phase === 'SIGNED_IN') {
        if (!attempt) {
          const { promise } = (attempt = Promise.withResolvers());
          mutate(() => promise, { onError: reportError });
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
      // Ends a pending attempt, for which the page would otherwise wait forever.
      attempt?.reject(new GivenUp());
    };
  }, [mutate]);

  const refresh = useCallback(() => {
    reset();
    machine.current?.refresh();
  }, [reset]);
  return { state, refused: error, refresh };
}
