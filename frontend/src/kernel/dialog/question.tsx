// Confirmation of actions that cannot be undone, usable from anywhere. The shell renders the
// dialog, whose code is loaded with the first question.
import { atom, useAtom, useSetAtom } from 'jotai';
import { useCallback, useEffect, type ReactNode } from 'react';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useText } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import type { ConfirmProps } from './confirm';

interface Question {
  title: string;
  text: ReactNode;
  /** If absent, the dialog is only a message. */
  confirmLabel?: string;
  onConfirm?: () => void;
}

/** The current question, kept while its dialog closes. */
const askedAtom = atom<{ question: Question; opened: boolean } | null>(null);

interface DialogProps extends ConfirmProps {
  onMissing: () => void;
}

export const loadConfirm = () => import('./confirm');
const Confirm = lazyPart<DialogProps>(loadConfirm, { otherwise: NoDialog });

export function useAsk() {
  const setAsked = useSetAtom(askedAtom);
  return useCallback(
    (question: Question) => {
      setAsked({ question, opened: true });
    },
    [setAsked],
  );
}

/** Closes the question, for links inside it. */
export function useCloseQuestion() {
  const setAsked = useSetAtom(askedAtom);
  return useCallback(() => {
    setAsked((asked) => asked && { ...asked, opened: false });
  }, [setAsked]);
}

export function QuestionDialog() {
  const [asked, setAsked] = useAtom(askedAtom);
  if (!asked) return null;
  const { question, opened } = asked;
  const close = () => {
    setAsked({ question, opened: false });
  };
  return (
    <Confirm
      opened={opened}
      title={question.title}
      confirmLabel={question.confirmLabel}
      onCancel={close}
      onConfirm={() => {
        // The button can still be pressed while the dialog closes.
        if (!opened) return;
        close();
        question.onConfirm?.();
      }}
      onMissing={() => {
        setAsked(null);
      }}
    >
      {question.text}
    </Confirm>
  );
}

/** The dialog could not be loaded, so nothing is done. The user can try again. */
function NoDialog({ onMissing }: DialogProps) {
  const t = useText();
  useEffect(() => {
    toast('error', t('error.offline'));
    onMissing();
  }, [t, onMissing]);
  return null;
}
