// Asks for confirmation before the user leaves a form with changes.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useBlocker, useLocation } from 'react-router';
import Confirm from '~/kernel/dialog/confirm';
import { useText } from '~/kernel/i18n/i18n';
import { holdUnsaved } from '~/kernel/session/unsaved';
import { holdHistory } from './hold-history';

interface DirtyGuard {
  /** Renders the confirmation. */
  question: React.ReactNode;
  /** Ends the guard, after a save. */
  release: () => void;
  /** Resumes the guard, after a failed save. */
  hold: () => void;
}

/** `onLeave` is called if the user leaves anyway. */
export function useDirtyGuard(dirty: boolean, onLeave?: () => void): DirtyGuard {
  const t = useText();
  const { key } = useLocation();
  const released = useRef(false);
  /** The step in the history that the user wants to go. */
  const [step, setStep] = useState<number>();
  const letGo = useRef<() => void>(undefined);
  // Content that opens over the form, such as an announcement, changes only the address's query and
  // loses nothing.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !released.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty) return;
    const letGo = holdUnsaved();
    const warn = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      letGo();
      window.removeEventListener('beforeunload', warn);
    };
  }, [dirty]);
  // Each address of the form has its own place in the history.
  useEffect(() => {
    if (!dirty || released.current) return;
    letGo.current = holdHistory(setStep);
    return () => letGo.current?.();
  }, [dirty, key]);
  const isAsked = blocker.state === 'blocked' || step !== undefined;
  return {
    release: () => {
      released.current = true;
      letGo.current?.();
    },
    hold: useCallback(() => {
      if (!released.current) return;
      released.current = false;
      letGo.current = holdHistory(setStep);
    }, []),
    question: (
      <Confirm
        opened={isAsked}
        title={t('dirty.title')}
        confirmLabel={t('dirty.leave')}
        cancelLabel={t('dirty.stay')}
        onConfirm={() => {
          onLeave?.();
          if (step === undefined) blocker.proceed?.();
          else {
            released.current = true;
            letGo.current?.();
            setStep(undefined);
            window.history.go(step);
          }
        }}
        onCancel={() => {
          setStep(undefined);
          blocker.reset?.();
        }}
      >
        {t('dirty.text')}
      </Confirm>
    ),
  };
}
