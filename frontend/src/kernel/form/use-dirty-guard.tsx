// Nobody loses what they typed by leaving: a form that differs from what it started with asks first.
import { useCallback, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import Confirm from '~/kernel/dialog/confirm';
import { useText } from '~/kernel/i18n/i18n';
import { holdUnsaved } from '~/kernel/session/unsaved';

interface DirtyGuard {
  /** Draws the question. */
  question: React.ReactNode;
  /** After saving there is nothing left to lose. */
  release: () => void;
  /** There is again: it was not saved. */
  hold: () => void;
}

/** `onLeave` is told of whoever leaves all the same. */
export function useDirtyGuard(dirty: boolean, onLeave?: () => void): DirtyGuard {
  const t = useText();
  const released = useRef(false);
  // What opens over the form, such as an announcement, changes the address behind its path and loses nothing.
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
