// A question before something that cannot be taken back. Asked from anywhere; the shell draws it, and its dialog comes
// when something is asked.
import { atom, useAtom, useSetAtom } from 'jotai';
import { useCallback, useEffect, type ReactNode } from 'react';
import { lazyPart } from '~/kernel/code/lazy-part';
import { useText } from '~/kernel/i18n/i18n';
import { toast } from '~/kernel/toast/toast';
import type { ConfirmProps } from './confirm';

interface Question {
  title: string;
  text: ReactNode;
  /** Without it the dialog says something and asks nothing. */
  confirmLabel?: string;
  onConfirm?: () => void;
}

/** What is asked, and for as long as it closes what was. */
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

/** For what leads from a question to somewhere else. */
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

/** Nothing could be asked, and nothing is done; it can be tried again. */
function NoDialog({ onMissing }: DialogProps) {
  const t = useText();
  useEffect(() => {
    toast('error', t('error.offline'));
    onMissing();
  }, [t, onMissing]);
  return null;
}
