// Asks for confirmation before the user leaves a form with changes.
import { useCallback, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import Confirm from '~/kernel/dialog/confirm';
import { useText } from '~/kernel/i18n/i18n';
import { holdUnsaved } from '~/kernel/session/unsaved';

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
  const released = useRef(false);
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
  return {
    release: () => {
      released.current = true;
    },
    hold: useCallback(() => {
      released.current = false;
    }, []),
    question: (
      <Confirm
        opened={blocker.state === 'blocked'}
        title={t('dirty.title')}
        confirmLabel={t('dirty.leave')}
        cancelLabel={t('dirty.stay')}
        onConfirm={() => {
          onLeave?.();
          blocker.proceed?.();
        }}
        onCancel={() => blocker.reset?.()}
      >
        {t('dirty.text')}
      </Confirm>
    ),
  };
}
